// Brings every block of the page to life. Blocks are <div class="zanjir-view"> with the packed bundle in a <script type="text/plain">, or with the name of a script
// beside the page that holds it (data-from). Figures with numbers get a button that makes them answer.
import { exportGltf } from './export';
import { openFigure, wakeFigures } from './figure';
import { unpack } from './format';
import { loadBundle } from './load';
import { Player } from './player';
import styles from './style.css';
import plotStyles from 'uplot/dist/uPlot.min.css';

declare global {
  interface Window {
    zanjirViews?: Player[];
    zanjirGltf?: typeof exportGltf;
    zanjirPlayer?: typeof Player; // for tests: a block made by hand
    zanjirFigure?: typeof openFigure;
  }
}

async function begin(root: HTMLElement, players: Player[]) {
  try {
    const data = root.querySelector('script[type="text/plain"]');
    const text = await (root.dataset.from ? loadBundle(root.dataset.from) : unpack(data?.textContent ?? ''));
    data?.remove();
    players.push(new Player(root, text));
  } catch (error) {
    if (root.dataset.size === 'card' && root.querySelector('svg,img')) return; // its drawing stays
    const p = document.createElement('p');
    p.className = 'zv-problem';
    p.setAttribute('role', 'alert');
    p.textContent = `This motion cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    root.append(p);
  }
}

// A task's button: its motion in the block at the top of the page.
async function playTask(button: HTMLElement, players: Player[]) {
  for (const player of players) {
    if (!(await player.choose(button.dataset.play!))) continue;
    player.root.scrollIntoView({ block: 'start' });
    return;
  }
  button.textContent = 'its motion is not in this page: zanjir view shows all';
}

function start() {
  if (window.zanjirViews) return;
  const style = document.createElement('style');
  style.textContent = plotStyles + styles;
  document.head.append(style);
  const players: Player[] = (window.zanjirViews = []);
  window.zanjirGltf = exportGltf;
  window.zanjirPlayer = Player;
  window.zanjirFigure = openFigure;
  for (const root of document.querySelectorAll<HTMLElement>('.zanjir-view')) {
    if (root.dataset.size !== 'card') {
      void begin(root, players);
      continue;
    }
    // Many in a page: each begins when it comes near.
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((e) => e.isIntersecting)) return;
      watch.disconnect();
      void begin(root, players);
    }, { rootMargin: '300px' });
    watch.observe(root);
  }
  document.addEventListener('click', (e) => {
    const button = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-play]') : null;
    if (button) void playTask(button, players);
  });
  wakeFigures(document);
  document.addEventListener('unpacked', (e) => { if (e.target instanceof HTMLElement) wakeFigures(e.target); });
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
