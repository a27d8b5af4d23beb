// Curves over time that answer: zoom by dragging, values under the pointer, curves on and off in the legend, linear or logarithmic, the instant of the moving
// picture as a line, click to go there.
import uPlot from 'uplot';
import { saveBlob, saveText, plotSvg } from './export';
import { Motion, placeOf } from './motion';
import { Pyramid } from './pyramid';
import { dashes, theme } from './theme';
import { button, element } from './dom';

export interface Group { // curves that belong into one plot: the same quantity of the same thing, the same unit
  title: string;
  unit: string;
  channels: number[];
}

export function groupsOf(motion: Motion): Group[] {
  const groups = new Map<string, Group>();
  const isCoordinate = (name: string) => !name.includes('.') || name.endsWith('.angle') || motion.channel(name + '.speed') !== undefined;
  const joints = new Set(motion.channels.filter((c) => isCoordinate(c.name)).map((c) => c.name.split('.')[0]));
  motion.channels.forEach((c, i) => {
    const vector = /^(.*)\.(x|y|z)$/.exec(c.name), turn = /^(.*)\.(qw|qx|qy|qz)$/.exec(c.name), rate = /^(.*)\.(wx|wy|wz|vx|vy|vz)$/.exec(c.name), last = /\.(speed|acceleration|force|power|normal_force|gap|phase|touch_speed)$/.exec(c.name);
    let title: string;
    if (vector) title = vector[1];
    else if (turn) title = turn[1] + ' (turn)';
    else if (rate) title = rate[1] + (rate[2][0] === 'w' ? ' (angular velocity)' : ' (velocity)');
    else if (c.name.startsWith('energy.') || c.name.startsWith('ledger.') || c.name.startsWith('power.') || c.name.startsWith('loop')) title = c.name.split('.')[0];
    else if (last) title = { speed: 'speeds', acceleration: 'accelerations', force: 'forces of actuators', power: 'powers', normal_force: 'normal forces', gap: 'gaps', phase: 'contact', touch_speed: 'touch-down speeds' }[last[1]] ?? last[1];
    else if (/\.mode\d+$/.test(c.name)) title = 'modes';
    else if (isCoordinate(c.name)) title = 'coordinates';
    else {
      const [first, ...rest] = c.name.split('.'); // the same of several joints; else what belongs to one thing
      title = joints.has(first) ? rest.join('.') : first;
    }
    const key = title + '|' + c.unit;
    const group = groups.get(key) ?? { title, unit: c.unit, channels: [] };
    group.channels.push(i);
    groups.set(key, group);
  });
  // Twelve curves are as many as anybody tells apart.
  const out: Group[] = [];
  for (const g of groups.values()) {
    for (let k = 0; k < g.channels.length; k += 12) {
      const part = g.channels.slice(k, k + 12);
      out.push({ title: g.channels.length > 12 ? `${g.title} ${k / 12 + 1}` : g.title, unit: g.unit, channels: part });
    }
  }
  return out;
}

export function pretty(unit: string): string {
  return unit === '1' ? '' : unit.replace(/\^2/g, '²').replace(/\^3/g, '³').replace(/ /g, '·');
}
export function digits(x: number | null | undefined): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return '–';
  const a = Math.abs(x);
  if (a === 0) return '0';
  return a >= 1e5 || a < 1e-3 ? x.toExponential(3).replace('e', ' e') : x.toPrecision(5);
}

// What curves are drawn over; a walk is no motion in time.
function along(motion: Motion): { name: string; short: string; unit: string } {
  const { walk, abscissa } = motion.clip;
  if (walk) return { name: 'place along the walk', short: 'walk', unit: '1' };
  return { name: abscissa.name === 't' ? 'time' : abscissa.name, short: abscissa.name, unit: abscissa.unit };
}

export class Plot {
  readonly root: HTMLElement;
  plot: uPlot;
  private readonly pyramid: Pyramid;
  private readonly cursor = element('div', 'zv-now');
  private log = false;
  private zoomed: [number, number];
  private time = 0;

  constructor(readonly group: Group, private readonly motion: Motion, private readonly sync: string, private readonly seek: (t: number) => void, close: () => void) {
    const channels = group.channels.map((i) => motion.channels[i]);
    this.pyramid = new Pyramid(motion.curveT, channels.map((c) => c.values));
    const t = motion.curveT;
    this.zoomed = [t[0] ?? 0, t[t.length - 1] ?? 1];
    const unit = pretty(group.unit), label = unit ? `${group.title} [${unit}]` : group.title;
    this.root = element('section', 'zv-plot', { 'aria-label': `plot of ${group.title}` });
    const bar = element('div', 'zv-plot-bar');
    const title = element('h4', '');
    title.textContent = label;
    const scale = button('log', 'logarithmic scale', () => this.setLog(!this.log));
    scale.setAttribute('aria-pressed', 'false');
    this.scaleButton = scale;
    bar.append(title, scale, button('all', 'show the whole time', () => this.zoom(null)), button('PNG', 'save the plot as PNG', () => this.savePng()),
      button('SVG', 'save the plot as SVG', () => this.saveSvg()), button('CSV', 'save the numbers as CSV', () => this.saveCsv()), button('×', 'remove this plot', close));
    this.root.append(bar, this.host);
    this.plot = this.make();
    this.plot.over.append(this.cursor);
    this.fill(this.zoomed[0], this.zoomed[1]);
    this.plot.setScale('x', { min: this.zoomed[0], max: this.zoomed[1] });
  }
  private readonly host = element('div', 'zv-plot-host');
  private size = { width: 600, height: 230 };

  // The scale of an axis is decided when a plot is made: for another one it is made anew.
  private make(): uPlot {
    const { group, motion, log } = this, channels = group.channels.map((i) => motion.channels[i]), unit = pretty(group.unit), label = unit ? `${group.title} [${unit}]` : group.title;
    const colours = theme(), name = along(motion), unitX = pretty(name.unit);
    const axis = { stroke: colours.soft, grid: { stroke: colours.line, width: 1 }, ticks: { stroke: colours.line, width: 1 }, font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif', labelSize: 18 };
    const plot = new uPlot(
      {
        ...this.size, padding: [10, 16, 0, 0],
        cursor: { sync: { key: this.sync, setSeries: false }, drag: { x: true, y: false, setScale: true }, points: { size: 6 } },
        legend: { live: true },
        scales: { x: { time: false }, y: log ? { distr: 3, range: (_u, low, high) => (low > 0 && high > 0 ? (low === high ? [low / 3, high * 3] : [low, high]) : [1, 10]) } : { distr: 1 } },
        axes: [{ ...axis, label: `${name.name}${unitX ? ` [${unitX}]` : ''}` }, { ...axis, size: 62, label, values: (_u, ticks) => ticks.map((v) => (v === null ? '' : tick(v, log))) }],
        series: [
          { label: name.short, value: (_u, v) => (v === null ? '–' : `${digits(v)} ${unitX}`) },
          ...channels.map((c, i) => ({
            label: c.name, stroke: colours.curves[i % colours.curves.length], width: 1.7, dash: dashes[Math.floor(i / colours.curves.length) % dashes.length],
            points: { show: false }, value: (_u: uPlot, v: number | null) => `${digits(v)} ${unit}`,
          })),
        ],
        hooks: {
          setScale: [(u, key) => { if (key === 'x') this.refine(u); }],
          setCursor: [() => { this.valuesOf = -1; queueMicrotask(() => this.showValues()); }], // the pointer has left
          ready: [(u) => {
            let down = 0;
            u.over.addEventListener('mousedown', (e) => (down = e.clientX));
            u.over.addEventListener('click', (e) => { if (Math.abs(e.clientX - down) < 4) this.seek(u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x')); });
          }],
        },
      },
      [[], ...channels.map(() => [])] as unknown as uPlot.AlignedData,
      this.host,
    );
    plot.ctx.canvas.setAttribute('aria-hidden', 'true'); // its numbers are in the legend and in the CSV
    return plot;
  }
  private readonly scaleButton: HTMLButtonElement;
  private filled = '';

  // Points for what is seen, no more than the screen can show.
  private fill(from: number, to: number) {
    const level = this.pyramid.between(from, to, 2600);
    const key = `${level.t.length} ${level.t[0]} ${level.t[level.t.length - 1]} ${this.log}`;
    if (key === this.filled) return;
    this.filled = key;
    const clean = (v: Float32Array) => Array.from(v, (x) => (Number.isFinite(x) && (!this.log || x > 0) ? x : null));
    this.plot.batch(() => {
      this.plot.setData([Array.from(level.t), ...level.values.map(clean)] as unknown as uPlot.AlignedData, false);
      this.plot.setScale('x', { min: from, max: to }); // which of the points are seen is decided by this
    });
    this.valuesOf = -1;
  }
  private refine(u: uPlot) {
    const { min, max } = u.scales.x;
    if (min === undefined || max === undefined || min === null || max === null) return;
    this.zoomed = [min, max];
    queueMicrotask(() => { this.fill(min, max); this.moveCursor(); });
  }
  zoom(range: [number, number] | null) {
    const t = this.motion.curveT, [min, max] = range ?? [t[0], t[t.length - 1]];
    this.plot.setScale('x', { min, max });
  }
  setLog(on: boolean) {
    this.log = on;
    this.scaleButton.setAttribute('aria-pressed', String(on));
    const hidden = this.plot.series.map((s) => s.show === false), [min, max] = this.zoomed;
    this.plot.destroy();
    this.plot = this.make();
    this.plot.over.append(this.cursor);
    hidden.forEach((h, i) => { if (h && i > 0) this.plot.setSeries(i, { show: false }); });
    this.filled = '';
    this.fill(min, max);
    this.plot.setScale('x', { min, max });
  }
  // Cheap, at every frame: a line laid over the plot, and its values while no pointer asks for others.
  now(t: number) {
    this.time = t;
    this.moveCursor();
    this.showValues();
  }
  private valuesOf = -1; // place of the point whose values the legend shows; -1: the pointer's
  private showValues() {
    if ((this.plot.cursor.left ?? -1) >= 0) {
      this.valuesOf = -1;
      return;
    }
    const t = this.plot.data[0] as unknown as Float64Array;
    if (t.length === 0) return;
    let i = placeOf(t, this.time);
    if (i + 1 < t.length && t[i + 1] - this.time < this.time - t[i]) ++i;
    if (i === this.valuesOf) return;
    this.valuesOf = i;
    this.plot.setLegend({ idx: i }, false);
  }
  private moveCursor() {
    const x = this.plot.valToPos(this.time, 'x'), width = this.plot.over.clientWidth;
    const inside = Number.isFinite(x) && x >= -1 && x <= width + 1;
    this.cursor.style.display = inside ? '' : 'none';
    if (inside) this.cursor.style.transform = `translateX(${x}px)`;
  }
  resize(width: number) {
    this.size = { width: Math.max(240, width), height: width < 480 ? 210 : 230 };
    this.plot.setSize(this.size);
    this.moveCursor();
  }
  // The value of a curve at the stored point nearest to an instant.
  valueAt(channel: string, t: number): number | null {
    const c = this.motion.channel(channel);
    return c ? this.motion.at(c, t) : null;
  }

  private get fileName() { return `${this.motion.clip.name} ${this.group.title}`.replace(/[^\p{L}\p{N}_.-]+/gu, '_'); }
  private shownChannels() { return this.group.channels.filter((_c, i) => this.plot.series[i + 1].show !== false).map((i) => this.motion.channels[i]); }
  savePng() {
    const from = this.plot.ctx.canvas, ratio = devicePixelRatio || 1, names = this.group.channels.map((i) => this.motion.channels[i].name), colours = theme();
    const canvas = document.createElement('canvas'), line = 18 * ratio, rows = Math.ceil(names.length / 3);
    canvas.width = from.width, canvas.height = from.height + line * (rows + 1);
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = colours.dark ? '#14181c' : '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(from, 0, 0);
    pen.font = `${12 * ratio}px system-ui, sans-serif`;
    names.forEach((n, i) => {
      pen.fillStyle = colours.curves[i % colours.curves.length];
      pen.fillText('— ' + n, 12 * ratio + ((i % 3) * canvas.width) / 3, from.height + line * (Math.floor(i / 3) + 0.8));
    });
    canvas.toBlob((blob) => blob && saveBlob(blob, this.fileName + '.png'));
  }
  saveSvg() { saveText(this.svg(), this.fileName + '.svg', 'image/svg+xml'); }
  svg(): string {
    const level = this.pyramid.between(this.zoomed[0], this.zoomed[1], 2600);
    const curves = this.group.channels.map((c, i) => ({ name: this.motion.channels[c].name, values: level.values[i], colour: theme().curves[i % 7], dash: dashes[Math.floor(i / 7) % dashes.length] }))
      .filter((_c, i) => this.plot.series[i + 1].show !== false);
    const unit = pretty(this.group.unit), x = along(this.motion);
    return plotSvg({ title: this.group.title, x: pretty(x.unit) ? `${x.name} [${pretty(x.unit)}]` : x.name, y: unit ? `${this.group.title} [${unit}]` : this.group.title, log: this.log, range: this.zoomed, t: level.t, curves });
  }
  saveCsv() { saveText(this.csv(), this.fileName + '.csv', 'text/csv'); }
  csv(): string {
    const quote = (s: string) => (/[",\n]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s), channels = this.shownChannels(), t = this.motion.curveT;
    const lines = [[`${this.motion.clip.abscissa.name} [${this.motion.clip.abscissa.unit}]`, ...channels.map((c) => `${c.name} [${c.unit}]`)].map(quote).join(',')];
    for (let i = 0; i < t.length; ++i) {
      if (t[i] >= this.zoomed[0] && t[i] <= this.zoomed[1]) lines.push([t[i], ...channels.map((c) => c.values[i])].join(','));
    }
    return lines.join('\n') + '\n';
  }
  destroy() {
    this.plot.destroy();
    this.root.remove();
  }
}

export function tick(v: number, log: boolean): string {
  const a = Math.abs(v);
  if (a !== 0 && (a >= 1e5 || a < 1e-3)) return v.toExponential(1).replace('e+', 'e').replace('.0e', 'e');
  return String(Number(v.toPrecision(log ? 2 : 6)));
}
