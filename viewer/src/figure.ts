// Plots of a study that answer: the drawing stays as it is until its button is pressed; then its numbers stand in a plot that zooms, shows values under the pointer,
// turns curves on and off, changes to a logarithmic scale, and is saved as CSV. Points that a paper published stay rings.
import uPlot from 'uplot';
import { saveText } from './export';
import { floats, Numbers, unpack } from './format';
import { digits, pretty, tick } from './plots';
import { button, element } from './dom';
import { follow, see, send } from './instant';
import { dashes, onThemeChange, theme } from './theme';

interface Axis { label: string; unit: string; log: boolean; to_si?: number }
interface FigureNumbers {
  title: string;
  x: Axis;
  y: Axis;
  equal: boolean;
  panels: { title: string; curves: { label: string; style: string; x: Numbers; y: Numbers; task?: string }[] }[];
}
interface Curve { label: string; style: string; x: Float32Array; y: Float32Array; task?: string } // task: x are instants of its motion

const named = (a: Axis) => (pretty(a.unit) ? `${a.label} [${pretty(a.unit)}]` : a.label);

// Curves with their own abscissas, in any order: each is drawn point by point.
class FigurePlot {
  readonly root = element('div', 'zv-figure-plot');
  private readonly legend = element('div', 'zv-figure-legend');
  private readonly said = element('output', 'zv-figure-said');
  private readonly shown: boolean[];
  private plot: uPlot | null = null;
  private readonly line = element('div', 'zv-now');
  private instant = NaN; // as the axis shows it; NaN: none of the curves is of what moves
  private readonly tasks: string[];
  constructor(readonly panel: string, readonly curves: Curve[], private readonly x: Axis, private readonly y: Axis, private readonly equal: boolean) {
    this.shown = curves.map(() => true);
    this.tasks = [...new Set(curves.flatMap((c) => c.task ?? []))];
    if (panel) {
      const h = element('h4', '');
      h.textContent = panel;
      this.root.append(h);
    }
    this.root.append(this.legend, this.said);
  }

  private good(v: number, log: boolean) { return Number.isFinite(v) && (!log || v > 0); }
  range(of: 'x' | 'y'): [number, number] {
    let low = Infinity, high = -Infinity;
    const log = this[of].log;
    this.curves.forEach((c, i) => { if (this.shown[i]) for (const v of c[of]) if (this.good(v, log)) low = Math.min(low, v), high = Math.max(high, v); });
    if (!(low <= high)) return log ? [1, 10] : [0, 1];
    if (log) return low === high ? [low / 3, high * 3] : [low, high];
    const room = 0.04 * (high - low) || 0.1 * Math.abs(high) || 1;
    const lines = this.curves.every((c) => c.style === 'line'); // points at the ends want room
    return of === 'x' && !this.equal && lines && low < high ? [low, high] : [low - room, high + room];
  }

  make(width: number) {
    this.plot?.destroy();
    const colours = theme(), axis = { stroke: colours.soft, grid: { stroke: colours.line, width: 1 }, ticks: { stroke: colours.line, width: 1 }, font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif', labelSize: 18 };
    const [x0, x1] = this.range('x'), [y0, y1] = this.range('y');
    const height = this.equal ? Math.min(560, Math.max(240, ((width - 90) * (y1 - y0)) / (x1 - x0 || 1) + 70)) : Math.min(380, Math.max(230, 0.5 * width));
    const draw = (u: uPlot, k: number) => {
      const c = this.curves[k - 1], pen = u.ctx, colour = colours.curves[(k - 1) % colours.curves.length], ratio = devicePixelRatio || 1;
      const place = (i: number): [number, number] | null => (this.good(c.x[i], this.x.log) && this.good(c.y[i], this.y.log) ? [u.valToPos(c.x[i], 'x', true), u.valToPos(c.y[i], 'y', true)] : null);
      pen.save();
      pen.beginPath();
      pen.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
      pen.clip();
      pen.strokeStyle = pen.fillStyle = colour;
      pen.lineWidth = 1.7 * ratio;
      if (c.style !== 'points' && c.style !== 'published') {
        pen.setLineDash(dashes[Math.floor((k - 1) / colours.curves.length) % dashes.length].map((d) => d * ratio));
        pen.beginPath();
        let down = false;
        for (let i = 0; i < c.x.length; ++i) {
          const p = place(i);
          if (p) down ? pen.lineTo(...p) : pen.moveTo(...p);
          down = p !== null;
        }
        pen.stroke();
        pen.setLineDash([]);
      }
      if (c.style !== 'line') for (let i = 0; i < c.x.length; ++i) {
        const p = place(i);
        if (!p) continue;
        pen.beginPath();
        pen.arc(p[0], p[1], (c.style === 'published' ? 4.5 : 3) * ratio, 0, 2 * Math.PI);
        c.style === 'published' ? pen.stroke() : pen.fill();
      }
      pen.restore();
    };
    const scale = (a: Axis, range: [number, number]): uPlot.Scale => ({ time: false, distr: a.log ? 3 : 1, auto: false, range: (_u, low, high) => (low === null || high === null ? range : [low, high]) });
    this.plot = new uPlot({
      width, height, padding: [10, 16, 0, 0], legend: { show: false },
      cursor: { drag: { x: true, y: true, uni: 20, setScale: true }, points: { show: false } },
      scales: { x: scale(this.x, [x0, x1]), y: scale(this.y, [y0, y1]) },
      axes: [{ ...axis, label: named(this.x), values: (_u, t) => t.map((v) => (v === null ? '' : tick(v, this.x.log))) }, { ...axis, size: 62, label: named(this.y), values: (_u, t) => t.map((v) => (v === null ? '' : tick(v, this.y.log))) }],
      series: [{}, {}],
      hooks: {
        draw: [(u) => this.curves.forEach((_c, i) => { if (this.shown[i]) draw(u, i + 1); })],
        setCursor: [(u) => this.point(u)],
        setScale: [() => this.moveLine()],
        ready: [(u) => this.leads(u)],
      },
    }, [[x0, x1], [y0, y1]] as uPlot.AlignedData, this.root);
    this.plot.over.append(this.line);
    this.plot.setScale('x', { min: x0, max: x1 });
    this.plot.setScale('y', { min: y0, max: y1 });
    this.moveLine();
    this.plot.ctx.canvas.setAttribute('aria-hidden', 'true'); // its numbers are below, and in the CSV
    this.fillLegend();
    this.root.append(this.legend, this.said);
  }
  // A click sends the mechanism to that instant.
  private leads(u: uPlot) {
    if (!this.follows) return;
    u.over.title = 'click: the mechanism goes to that instant';
    let down = 0;
    u.over.addEventListener('mousedown', (e) => (down = e.clientX));
    u.over.addEventListener('click', (e) => {
      if (Math.abs(e.clientX - down) > 3) return;
      const task = this.near?.task, first = task ? [task] : [];
      void send([...first, ...this.tasks], u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x') * (this.x.to_si ?? 1));
    });
  }
  get follows() { return this.tasks.length > 0; }
  now(task: string, t: number) {
    this.instant = this.tasks.includes(task) ? t / (this.x.to_si ?? 1) : NaN;
    this.moveLine();
  }
  private moveLine() {
    const x = this.plot ? this.plot.valToPos(this.instant, 'x') : NaN, inside = x >= -1 && x <= (this.plot?.over.clientWidth ?? 0) + 1;
    this.line.style.display = inside ? '' : 'none';
    if (inside) this.line.style.transform = `translateX(${x}px)`;
  }
  private near: Curve | null = null; // below the pointer
  // The point nearest to the pointer.
  private point(u: uPlot) {
    const { left, top } = u.cursor;
    this.near = null;
    if (left === undefined || top === undefined || left < 0 || top < 0) {
      this.said.textContent = '';
      return;
    }
    let best = 30 ** 2, text = '';
    this.curves.forEach((c, k) => {
      if (!this.shown[k]) return;
      for (let i = 0; i < c.x.length; ++i) {
        if (!this.good(c.x[i], this.x.log) || !this.good(c.y[i], this.y.log)) continue;
        const d = (u.valToPos(c.x[i], 'x') - left) ** 2 + (u.valToPos(c.y[i], 'y') - top) ** 2;
        if (d < best) best = d, this.near = c, text = `${c.label || this.y.label}: ${this.x.label} = ${digits(c.x[i])} ${pretty(this.x.unit)}, ${this.y.label} = ${digits(c.y[i])} ${pretty(this.y.unit)}`;
      }
    });
    this.said.textContent = text;
  }
  private fillLegend() {
    const colours = theme();
    this.legend.replaceChildren(...this.curves.map((c, i) => {
      const b = button('', `${c.label || 'curve'} on and off`, () => {
        this.shown[i] = !this.shown[i];
        b.setAttribute('aria-pressed', String(this.shown[i]));
        this.plot?.redraw();
      }, 'zv-button zv-curve');
      const mark = element('i', c.style === 'published' ? 'ring' : '');
      mark.style.borderColor = colours.curves[i % colours.curves.length];
      b.setAttribute('aria-pressed', String(this.shown[i]));
      b.append(mark, document.createTextNode(c.label || `curve ${i + 1}`));
      return b;
    }));
  }
  all() {
    if (!this.plot) return;
    const [x0, x1] = this.range('x'), [y0, y1] = this.range('y');
    this.plot.setScale('x', { min: x0, max: x1 });
    this.plot.setScale('y', { min: y0, max: y1 });
  }
  destroy() { this.plot?.destroy(); this.plot = null; }
}

export class Figure {
  readonly plots: FigurePlot[];
  private readonly box = element('div', 'zv zv-figure');
  private readonly drawn: HTMLElement;
  private open = false;
  constructor(figure: HTMLElement, private readonly numbers: FigureNumbers, private readonly toggle: HTMLButtonElement) {
    this.drawn = figure.querySelector<HTMLElement>('.drawn')!;
    const { x, y, equal, panels } = numbers;
    this.plots = panels.map((p) => new FigurePlot(p.title, p.curves.map((c) => ({ label: c.label, style: c.style, x: floats(c.x), y: floats(c.y), task: c.task })), x, y, equal));
    const bar = element('div', 'zv-plot-bar'), title = element('h4', '');
    title.textContent = numbers.title;
    const log = button('log', 'logarithmic scale', () => {
      y.log = !y.log;
      log.setAttribute('aria-pressed', String(y.log));
      this.draw();
    });
    log.setAttribute('aria-pressed', String(y.log));
    bar.append(title, log, button('all', 'show everything', () => this.plots.forEach((p) => p.all())), button('CSV', 'save the numbers as CSV', () => saveText(this.csv(), `${numbers.title.replace(/[^\p{L}\p{N}_.-]+/gu, '_')}.csv`, 'text/csv')));
    this.box.append(bar, ...this.plots.map((p) => p.root));
    this.seen = new IntersectionObserver((entries) => see(this, this.open && entries[entries.length - 1].isIntersecting));
    new ResizeObserver(() => { if (this.open && Math.abs(this.box.clientWidth - this.width) > 4) this.draw(); }).observe(this.box);
    onThemeChange(() => { if (this.open) this.draw(); });
  }
  private readonly seen: IntersectionObserver;
  private width = 0;
  now(task: string, t: number) { for (const p of this.plots) p.now(task, t); }
  private draw() {
    this.width = this.box.clientWidth;
    for (const p of this.plots) p.make(Math.max(240, this.width));
  }
  set(open: boolean) {
    this.open = open;
    this.toggle.setAttribute('aria-pressed', String(open));
    this.drawn.hidden = open;
    if (this.plots.some((p) => p.follows)) {
      open ? this.seen.observe(this.box) : this.seen.unobserve(this.box);
      follow(this, open);
    }
    if (!open) {
      this.box.remove();
      this.plots.forEach((p) => p.destroy());
      return;
    }
    this.drawn.after(this.box);
    this.draw();
  }
  csv(): string {
    const quote = (s: string) => (/[",\n]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s), lines = [['panel', 'curve', named(this.numbers.x), named(this.numbers.y)].map(quote).join(',')];
    for (const p of this.plots) for (const c of p.curves) for (let i = 0; i < c.x.length; ++i) lines.push([quote(p.panel), quote(c.label), c.x[i], c.y[i]].join(','));
    return lines.join('\n') + '\n';
  }
}

const figures = new WeakMap<HTMLElement, Figure>();
// The plot of a figure of the page, for tests and for its button.
export async function openFigure(figure: HTMLElement, open = true): Promise<Figure | null> {
  let known = figures.get(figure);
  if (!known) {
    const data = figure.querySelector('script[type="text/plain"]'), toggle = figure.querySelector<HTMLButtonElement>('button[data-explore]');
    if (!data || !toggle) return null;
    known = new Figure(figure, JSON.parse(await unpack(data.textContent ?? '')) as FigureNumbers, toggle);
    figures.set(figure, known);
  }
  known.set(open);
  return known;
}
export function wakeFigures(root: ParentNode) {
  for (const figure of root.querySelectorAll<HTMLElement>('figure')) {
    const links = figure.querySelector('.links'), data = figure.querySelector(':scope > script[type="text/plain"]');
    if (!links || !data || links.querySelector('[data-explore]')) continue;
    const toggle = element('button', '', { type: 'button', 'data-explore': '', 'aria-pressed': 'false' });
    toggle.textContent = 'explore';
    toggle.addEventListener('click', () => void openFigure(figure, toggle.getAttribute('aria-pressed') !== 'true'));
    links.prepend(toggle);
  }
}
