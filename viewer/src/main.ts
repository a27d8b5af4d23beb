// Brings every block of the page to life. Blocks are <div class="zanjir-view"> with the bundle in a <script type="application/json">.
import { exportGltf } from './export';
import { Player } from './player';
import styles from './style.css';
import plotStyles from 'uplot/dist/uPlot.min.css';

declare global {
  interface Window {
    zanjirViews?: Player[];
    zanjirGltf?: typeof exportGltf;
    zanjirPlayer?: typeof Player; // for tests: a block made by hand
  }
}

function start() {
  if (window.zanjirViews) return;
  const style = document.createElement('style');
  style.textContent = plotStyles + styles;
  document.head.append(style);
  const players: Player[] = (window.zanjirViews = []);
  window.zanjirGltf = exportGltf;
  window.zanjirPlayer = Player;
  for (const root of document.querySelectorAll<HTMLElement>('.zanjir-view')) {
    const data = root.querySelector('script[type="application/json"]');
    if (!data) continue;
    const begin = () => {
      try {
        players.push(new Player(root, data.textContent ?? ''));
        data.remove();
      } catch (error) {
        const p = document.createElement('p');
        p.className = 'zv-problem';
        p.setAttribute('role', 'alert');
        p.textContent = `This motion cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
        root.append(p);
      }
    };
    // Many in a page: each begins when it comes near.
    if (root.dataset.size === 'card') {
      const watch = new IntersectionObserver((entries) => {
        if (!entries.some((e) => e.isIntersecting)) return;
        watch.disconnect();
        begin();
      }, { rootMargin: '300px' });
      watch.observe(root);
    } else {
      begin();
    }
  }
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
