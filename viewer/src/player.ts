// One block of a page: the moving picture, its controls and its plots.
import { Bundle, parseBundle } from './format';
import { loadBundle } from './load';
import { inSight, Moving, register, tell } from './instant';
import { Motion } from './motion';
import { drawsSlowly, Shown, Stage, renderer, View } from './stage';
import { Group, groupsOf, Plot, digits } from './plots';
import { button, check, choice, element, setIcon, slider } from './dom';
import { exportGltf, recordVideo, saveBlob, videoType } from './export';
import { scaleCss } from './cloud';
import { calmMotion, onThemeChange } from './theme';

const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
let serial = 0;

// Every block of the page in turn. Where drawing them all takes too long, some wait for the next frame; time goes on for them all the same.
const players: Player[] = [];
const frameBudget = 24; // milliseconds
let first = 0;
function turn(now: number) {
  const began = performance.now();
  for (let k = 0; k < players.length; ++k) {
    const i = (first + k) % players.length;
    players[i].frame(now);
    if (performance.now() - began > frameBudget) {
      first = i + 1;
      break;
    }
  }
  requestAnimationFrame(turn);
}

// A motion that can be chosen: in the bundle already, or in a script beside the page.
interface Choice { name: string; title: string; clip: number; file?: string }

export class Player implements Moving {
  readonly bundle: Bundle;
  motion!: Motion;
  stage: Stage | null = null;
  plots: Plot[] = [];
  time = 0;
  playing = false;
  speed = 1;
  loop = true;
  readonly frameWork: number[] = []; // milliseconds of the last frames
  private readonly card: boolean;
  private readonly sync = `zanjir ${++serial}`;
  private readonly canvas = element('canvas', 'zv-canvas', { tabindex: '0', role: 'img' });
  private readonly stageBox = element('div', 'zv-stage');
  private readonly place = element('div', 'zv-place'); // where the picture belongs, also while it is pinned to a corner of the screen
  private readonly caption = element('span', 'zv-caption');
  private readonly choices: Choice[];
  private readonly scrub = element('input', 'zv-scrub', { type: 'range', min: '0', max: '1', step: 'any', value: '0', 'aria-label': 'time' });
  private readonly marks = element('div', 'zv-marks', { 'aria-hidden': 'true' });
  private readonly clock = element('output', 'zv-clock');
  private readonly playButton = button('', 'play', () => this.toggle(), 'zv-button zv-play');
  private readonly speedChoice: HTMLSelectElement;
  private readonly settings = element('details', 'zv-settings');
  private readonly plotBox = element('div', 'zv-plots');
  private readonly note = element('p', 'zv-note');
  private readonly said = element('p', 'zv-said', { role: 'status', 'aria-live': 'polite' });
  private readonly views = element('div', 'zv-views', { role: 'group', 'aria-label': 'camera' });
  private readonly scale = element('div', 'zv-scale', { hidden: '' });
  private readonly jointBox = element('span', '');
  private readonly addPlotBox = element('span', '');
  private visible = false;
  private last = 0;
  private shadows = !drawsSlowly();
  private ratio = 1;
  private recording = false;
  private drawn = false;

  constructor(readonly root: HTMLElement, text: string) {
    this.bundle = parseBundle(text);
    this.card = root.dataset.size === 'card';
    this.choices = [...this.bundle.clips.map((c, clip) => ({ name: c.name, title: c.title, clip })), ...(this.bundle.more ?? []).map((m) => ({ ...m, clip: -1 }))];
    this.speedChoice = choice('speed', speeds.map((s) => ({ value: String(s), text: `${s}×` })), (v) => (this.speed = Number(v)));
    this.lay();
    this.show(0);
    if (!this.card) {
      this.canvas.addEventListener('pointerdown', (e) => (this.pressed = [e.clientX, e.clientY]));
      this.canvas.addEventListener('click', (e) => this.clicked(e));
      this.root.addEventListener('keydown', (e) => this.key(e));
      this.canvas.addEventListener('focus', () => this.allowZoom(true));
      this.canvas.addEventListener('blur', () => this.allowZoom(false));
    }
    this.seen.observe(this.root);
    if (!this.card) {
      this.placeSeen.observe(this.place);
      register(this);
    }
    this.sized.observe(this.root);
    onThemeChange(() => this.show(this.clipIndex));
    if (!calmMotion()) this.begin();
    players.push(this);
    if (players.length === 1) requestAnimationFrame(turn);
  }
  private readonly seen = new IntersectionObserver((entries) => (this.visible = entries[entries.length - 1].isIntersecting));
  private readonly placeSeen = new IntersectionObserver((entries) => {
    this.inPlace = entries[entries.length - 1].isIntersecting;
    this.stayInSight();
  });
  private readonly sized = new ResizeObserver(() => this.resized());
  // Not needed any more.
  remove() {
    this.pause();
    players.splice(players.indexOf(this), 1);
    this.seen.disconnect();
    this.sized.disconnect();
    this.placeSeen.disconnect();
    this.stage?.dispose();
    this.root.remove();
  }
  private pressed: [number, number] = [0, 0];
  clipIndex = 0;

  // -- layout ------------------------------------------------------------------------------------------------------------------------------

  private lay() {
    this.root.classList.add('zv', this.card ? 'zv-card' : 'zv-full');
    this.stageBox.append(this.canvas);
    if (this.card) {
      this.canvas.tabIndex = -1; // a picture, often in a link: nothing to be reached by keys
      this.root.replaceChildren(this.stageBox);
      return;
    }
    if (this.choices.length > 1) {
      const bar = element('div', 'zv-top'), label = element('label', 'zv-label');
      const clips = choice('which motion', this.choices.map((c, i) => ({ value: String(i), text: c.title })), (v) => void this.take(Number(v)));
      clips.classList.add('zv-clips');
      label.append(document.createTextNode('motion '), clips);
      bar.append(label);
      this.root.append(bar);
    }
    const view = (text: string, label: string, v: View) => button(text, label, () => this.stage?.setView(v));
    const ortho = button('⊞', 'without perspective', () => {
      this.stage?.setOrthographic(!this.stage.orthographic);
      ortho.setAttribute('aria-pressed', String(this.stage?.orthographic ?? false));
    });
    ortho.setAttribute('aria-pressed', 'false');
    this.views.append(view('3D', 'from a corner', 'corner'), view('front', 'from the front', 'front'), view('side', 'from the side', 'side'), view('top', 'from above', 'top'), ortho);
    const pin = element('div', 'zv-pin'), playPinned = button('⏯', 'play or pause', () => this.toggle());
    pin.append(this.caption, playPinned, button('×', 'put the picture back', () => { this.unwanted = true; this.stayInSight(); }));
    this.stageBox.append(this.views, this.said, this.scale, pin);
    this.place.append(this.stageBox);
    const controls = element('div', 'zv-controls');
    const back = button('', 'to the event before', () => this.toEvent(-1)), forth = button('', 'to the next event', () => this.toEvent(1)), loop = button('', 'again and again', () => {
      this.loop = !this.loop;
      loop.setAttribute('aria-pressed', String(this.loop));
    });
    setIcon(back, 'back'), setIcon(forth, 'forth'), setIcon(loop, 'loop'), setIcon(this.playButton, 'play');
    loop.setAttribute('aria-pressed', 'true');
    const track = element('div', 'zv-track');
    track.append(this.marks, this.scrub);
    this.scrub.addEventListener('input', () => this.seek(this.motion.begin + Number(this.scrub.value) * this.motion.duration));
    controls.append(back, this.playButton, forth, track, this.clock, this.speedChoice, loop);
    const summary = element('summary', '');
    summary.textContent = 'show, measure, save';
    this.settings.append(summary);
    this.root.append(this.place, controls, this.note, this.settings, this.plotBox);
  }

  // As if it were chosen in the list, by its name; false: there is none.
  async choose(name: string): Promise<boolean> {
    const i = this.choices.findIndex((c) => c.name === name);
    if (i < 0 || !(await this.take(i))) return false;
    this.begin();
    return true;
  }
  private async take(i: number): Promise<boolean> {
    const wanted = this.choices[i], list = this.root.querySelector<HTMLSelectElement>('.zv-clips');
    try {
      if (wanted.clip < 0) this.add(parseBundle(await loadBundle(wanted.file!)), wanted.file!);
      if (wanted.clip < 0) throw new Error(`${wanted.file} does not hold it`);
    } catch (error) {
      this.say(`${wanted.name} cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
      if (list) list.value = String(this.choices.findIndex((c) => c.clip === this.clipIndex));
      return false;
    }
    if (list) list.value = String(i);
    this.say('');
    this.show(wanted.clip);
    return true;
  }
  private add(bundle: Bundle, file: string) {
    const { scenes, clips } = this.bundle, n = scenes.length;
    scenes.push(...bundle.scenes);
    for (const clip of bundle.clips) {
      const known = this.choices.find((c) => c.clip < 0 && c.file === file && c.name === clip.name);
      if (known) known.clip = clips.push({ ...clip, scene: clip.scene + n }) - 1;
    }
  }

  // -- one instant with the figures of the page --------------------------------------------------------------------------------------------

  get at() {
    const { clip } = this.motion;
    return clip.walk || clip.map || clip.abscissa.unit !== 's' ? null : { task: clip.name, t: this.time };
  }
  async goTo(task: string, t: number): Promise<boolean> {
    const i = this.choices.findIndex((c) => c.name === task);
    if (i < 0 || (this.motion.clip.name !== task && !(await this.take(i)))) return false;
    this.pause();
    this.seek(t);
    return true;
  }
  // While a figure is looked at that shows this motion and the picture is out of sight, the picture stands in a corner of the screen.
  stayInSight() {
    if (inSight.size === 0) this.unwanted = false;
    const pin = !this.inPlace && inSight.size > 0 && !this.unwanted;
    if (pin === this.pinned) return;
    this.place.style.minHeight = pin ? `${this.place.clientHeight}px` : '';
    this.pinned = pin;
    this.stageBox.classList.toggle('zv-pinned', pin);
    if (this.stage) this.stage.dirty = true;
  }
  pinned = false;
  private inPlace = true;
  private unwanted = false;

  show(index: number) {
    const wasPlaying = this.playing, again = this.stage !== null && index === this.clipIndex, before = this.time;
    this.clipIndex = index;
    const clip = this.bundle.clips[index], scene = this.bundle.scenes[clip.scene];
    this.stage?.dispose();
    this.motion = new Motion(clip);
    const shown: Shown = { traces: new Set(scene.points.filter((p) => p.traced && !clip.map).map((p) => p.name)), reactions: false, contactForces: true, loads: true, ghosts: false, magnify: 1, arrowScale: 1, follow: false, selected: null };
    this.canvas.setAttribute('aria-label', `${scene.name}: ${scene.bodies.filter((b) => !b.made).length - 1} bodies, ${scene.joints.length} joints, in motion. Space plays, arrow keys step.`);
    this.stage = new Stage(scene, this.motion, this.canvas, shown);
    this.stage.remakeTraces();
    if (!renderer()) this.stageBox.dataset.problem = 'This browser draws no three-dimensional pictures (WebGL is off); the plots below work all the same.';
    this.fillScale();
    this.note.textContent = clip.note;
    this.note.hidden = clip.note === '';
    const seconds = this.motion.duration;
    const wanted = seconds > 15 ? seconds / 10 : seconds < 1.2 && seconds > 0 ? seconds / 4 : 1;
    this.speed = speeds.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
    this.speedChoice.value = String(this.speed);
    this.marks.replaceChildren(...(seconds > 0 ? clip.events.slice(0, 400).map((e) => {
      const mark = element('i', '');
      mark.style.left = `${(100 * (e.t - this.motion.begin)) / seconds}%`;
      mark.title = `${e.name} ${e.what}`;
      return mark;
    }) : []));
    if (!this.card) {
      this.fillSettings(scene);
      this.firstPlots();
    }
    this.seek(again ? before : this.start);
    if (clip.map && !again) this.pause();
    else if (wasPlaying && seconds > 0) this.play();
    this.resized();
  }

  private fillSettings(scene: Bundle['scenes'][number]) {
    const s = this.stage!, shown = s.shown, box = element('div', 'zv-grid');
    const redo = () => s.update(this.time);
    const hasReactions = this.motion.channels.some((c) => c.name.includes('.reaction.force.'));
    if (hasReactions) box.append(check('reaction forces', shown.reactions, (on) => { shown.reactions = on; redo(); }));
    if (scene.contacts.length > 0) box.append(check('contact forces', shown.contactForces, (on) => { shown.contactForces = on; redo(); }));
    if (scene.loads.length > 0) box.append(check('loads', shown.loads, (on) => { shown.loads = on; redo(); }));
    if (hasReactions || scene.contacts.length + scene.loads.length > 0) box.append(slider('length of arrows', -1, 1, 0.05, 0, (x) => `${(10 ** x).toPrecision(2)}×`, (x) => { shown.arrowScale = 10 ** x; redo(); }));
    box.append(check('ghosts', shown.ghosts, (on) => { shown.ghosts = on; s.remakeGhosts(this.time); }), check('camera follows', shown.follow, (on) => { shown.follow = on; redo(); }));
    if (scene.elastic.length > 0) box.append(slider('bending drawn larger', 0, 3, 0.05, 0, (x) => `${Number((10 ** x).toPrecision(2))}×`, (x) => { shown.magnify = 10 ** x; if (shown.ghosts) s.remakeGhosts(this.time); redo(); }));
    if (scene.points.length > 0) {
      const label = element('label', 'zv-label');
      label.append(document.createTextNode('trace '), choice('trace of a point', [{ value: '', text: 'none' }, { value: '*', text: 'all frames' }, ...scene.points.map((p) => ({ value: p.name, text: p.name }))], (v) => {
        shown.traces = new Set(v === '*' ? scene.points.filter((p) => !p.name.endsWith('(mass centre)')).map((p) => p.name) : v ? [v] : []);
        s.remakeTraces();
        redo();
      }));
      label.querySelector('select')!.value = [...shown.traces][0] ?? '';
      box.append(label);
    }
    this.jointBox.replaceChildren();
    if (scene.joints.length > 0) {
      const label = element('label', 'zv-label');
      label.append(document.createTextNode('joint '), choice('reaction of a joint', [{ value: '', text: 'none' }, ...scene.joints.filter((j) => j.type !== 'free').map((j) => ({ value: j.name, text: `${j.name} (${j.type})` }))], (v) => this.select(v || null)));
      this.jointBox.append(label);
    }
    box.append(this.jointBox);
    if (s.cloud && this.motion.clip.map!.values.length > 1) {
      const label = element('label', 'zv-label');
      label.append(document.createTextNode('colour of the map '), choice('colour of the map', this.motion.clip.map!.values.map((v) => ({ value: v, text: v })), (v) => {
        s.cloud!.colourBy(v);
        this.fillScale();
        s.dirty = true;
      }));
      box.append(label);
    }
    this.addPlotBox.replaceChildren();
    const groups = groupsOf(this.motion);
    if (groups.length > 0) {
      const label = element('label', 'zv-label');
      const pick = choice('add a plot', [{ value: '', text: 'choose…' }, ...groups.map((g, i) => ({ value: String(i), text: `${g.title} [${g.unit}]` }))], (v) => {
        if (v) this.addPlot(groups[Number(v)]);
        pick.value = '';
      });
      label.append(document.createTextNode('add a plot '), pick);
      this.addPlotBox.append(label);
    }
    box.append(this.addPlotBox);
    const save = element('div', 'zv-saves');
    save.append(button('PNG', 'save the picture as PNG', () => this.savePng()), button('WebM', videoType() ? 'save a video as WebM' : 'this browser records no video', () => void this.saveVideo()), button('glTF', 'save the mechanism with its motion as glTF', () => void this.saveGltf()));
    box.append(save);
    this.settings.replaceChildren(this.settings.firstElementChild!, box);
    if (this.motion.standsFor > 1) {
      const p = element('p', 'zv-note');
      p.textContent = `The recording is long: each point of a curve is the smallest or largest of ${this.motion.standsFor} samples.`;
      box.append(p);
    }
  }

  // What the colours of a map mean.
  private fillScale() {
    const cloud = this.stage?.cloud, value = cloud?.value;
    this.scale.hidden = !value;
    if (!cloud || !value) return;
    const bar = element('i', ''), name = element('span', ''), low = element('span', ''), high = element('span', '');
    bar.style.background = scaleCss;
    name.textContent = value.unit === '1' ? value.name : `${value.name} [${value.unit}]`;
    low.textContent = digits(cloud.range[0]), high.textContent = digits(cloud.range[1]);
    this.scale.replaceChildren(name, low, bar, high);
  }
  // The mechanism at a point of the map.
  toPoint(i: number) {
    this.pause();
    this.seek(this.motion.t[i]);
    const axes = this.motion.channels.filter((c) => !this.motion.clip.map!.values.includes(c.name)), value = this.stage?.cloud?.value;
    this.say([...axes, ...(value ? [value] : [])].map((c) => `${c.name} = ${digits(c.values[i])}${c.unit === '1' ? '' : ' ' + c.unit}`).join(', '));
  }

  private firstPlots() {
    this.plots.forEach((p) => p.destroy());
    this.plots = [];
    if (this.motion.clip.map) return; // its points have no order that a curve could show
    const groups = groupsOf(this.motion);
    const first = ['coordinates', 'modes', 'energy', 'forces of actuators'], rank = (g: Group) => first.findIndex((f) => g.title === f || g.title === f + ' 1');
    const wanted = [...groups].filter((g) => rank(g) >= 0).sort((a, b) => rank(a) - rank(b)).slice(0, 2);
    for (const g of wanted.length > 0 ? wanted : groups.slice(0, 1)) this.addPlot(g, false);
  }

  addPlot(group: Group, look = true): Plot {
    const there = this.plots.find((p) => p.group.title === group.title && p.group.unit === group.unit);
    if (there) {
      if (look) there.root.scrollIntoView({ block: 'nearest', behavior: calmMotion() ? 'auto' : 'smooth' });
      return there;
    }
    const plot: Plot = new Plot(group, this.motion, this.sync, (t) => { this.pause(); this.seek(t); }, () => {
      plot.destroy();
      this.plots = this.plots.filter((p) => p !== plot);
      this.resized();
    });
    this.plots.push(plot);
    this.plotBox.append(plot.root);
    this.resized(); // plots stand side by side where there is room
    plot.now(this.time);
    if (look) plot.root.scrollIntoView({ block: 'nearest' });
    return plot;
  }

  // -- time --------------------------------------------------------------------------------------------------------------------------------

  seek(t: number) {
    this.time = Math.min(this.motion.end, Math.max(this.motion.begin, t));
    const d = this.motion.duration, x = this.motion.clip.abscissa;
    this.scrub.value = String(d > 0 ? (this.time - this.motion.begin) / d : 0);
    const unit = this.motion.clip.walk || x.unit === '1' ? '' : x.unit;
    this.clock.textContent = this.motion.clip.map ? `point ${Math.round(this.time) + 1} of ${this.motion.t.length}` : this.motion.clip.walk ? `${Math.round((100 * (this.time - this.motion.begin)) / (d || 1))} %` : `${x.name} = ${this.time.toFixed(d > 100 ? 1 : d > 0.2 ? 3 : 5)} ${unit}`;
    this.scrub.setAttribute('aria-valuetext', this.clock.textContent);
    this.stage?.update(this.time);
    for (const p of this.plots) p.now(this.time);
    if (this.card) return;
    this.caption.textContent = `${this.motion.clip.name}, ${this.clock.textContent}`;
    const at = this.at;
    if (at) tell(at.task, at.t);
  }
  // A motion plays; in a map the mechanism stands still, in the middle of it.
  private begin() { if (!this.motion.clip.map) this.play(); }
  private get start(): number {
    return this.stage?.cloud ? this.motion.t[this.stage.cloud.middle()] : this.motion.begin;
  }
  play() {
    if (this.motion.duration <= 0) return;
    if (this.time >= this.motion.end) this.seek(this.motion.begin);
    this.playing = true;
    this.last = 0;
    setIcon(this.playButton, 'pause');
    this.playButton.setAttribute('aria-label', 'pause');
  }
  pause() {
    this.playing = false;
    setIcon(this.playButton, 'play');
    this.playButton.setAttribute('aria-label', 'play');
  }
  toggle() { this.playing ? this.pause() : this.play(); }
  toEvent(direction: 1 | -1) {
    const times = [this.motion.begin, ...this.motion.clip.events.map((e) => e.t), this.motion.end], eps = 1e-9 * (this.motion.duration || 1);
    const next = direction > 0 ? times.find((t) => t > this.time + eps) : [...times].reverse().find((t) => t < this.time - eps);
    this.pause();
    if (next === undefined) return;
    this.seek(next);
    const event = this.motion.clip.events.find((e) => Math.abs(e.t - next) <= eps);
    this.say(event ? `${event.name} ${event.what} at ${digits(event.t)} ${this.motion.clip.abscissa.unit}` : direction > 0 ? 'end' : 'begin');
  }
  private step(n: number) {
    this.pause();
    const t = this.motion.t, d = t.length > 1 ? this.motion.duration / (t.length - 1) : 0;
    this.seek(this.time + n * d);
  }

  frame(now: number) {
    if ((this.drawn && !(this.visible || this.pinned)) || document.hidden || this.recording) return; // once before it is seen, so that nothing comes into sight blank
    const began = performance.now();
    if (this.playing) {
      const passed = this.last ? Math.min(1, (now - this.last) / 1000) * this.speed : 0;
      this.last = now;
      let t = this.time + passed;
      if (t > this.motion.end) {
        if (this.loop) t = this.motion.begin + ((t - this.motion.begin) % this.motion.duration);
        else this.pause();
      }
      this.seek(t);
    }
    this.stage?.controls.update();
    if (this.stage?.dirty) {
      this.draw();
      this.frameWork.push(performance.now() - began);
      if (this.frameWork.length > 240) this.frameWork.shift();
      this.spare();
    }
  }
  // Slow machines: first without shadows, then with fewer pixels.
  private spare() {
    const n = this.frameWork.length;
    if (n < 12 || n % 12 !== 0) return;
    const median = [...this.frameWork.slice(-12)].sort((a, b) => a - b)[6];
    if (median < 28) return;
    if (this.shadows) this.stage?.setShadows((this.shadows = false));
    else if (this.ratio > 0.6) this.ratio *= 0.8;
  }
  private draw() {
    const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    this.stage?.draw(w, h, Math.min(2, devicePixelRatio || 1) * this.ratio);
    this.drawn = true;
  }
  private resized() {
    for (const p of this.plots) if (p.root.clientWidth > 0) p.resize(p.root.clientWidth);
    if (this.stage) this.stage.dirty = true;
  }

  // -- pointing ----------------------------------------------------------------------------------------------------------------------------

  private clicked(e: MouseEvent) {
    if (Math.hypot(e.clientX - this.pressed[0], e.clientY - this.pressed[1]) > 5) return;
    const box = this.canvas.getBoundingClientRect();
    this.canvas.focus({ preventScroll: true });
    const hit = this.stage?.pick((2 * (e.clientX - box.left)) / box.width - 1, 1 - (2 * (e.clientY - box.top)) / box.height);
    if (hit?.joint) this.select(hit.joint);
    else if (hit?.point !== undefined) this.toPoint(hit.point);
    else if (hit?.body) this.say(hit.body);
    else this.select(null);
  }
  // A joint, and the plot of its reaction where it was recorded, of its coordinate otherwise.
  select(joint: string | null): Plot | null {
    this.stage?.select(joint);
    this.stage?.update(this.time);
    const list = this.jointBox.querySelector('select');
    if (list) list.value = joint ?? '';
    if (!joint || this.card) {
      this.say('');
      return null;
    }
    const groups = groupsOf(this.motion);
    const group = groups.find((g) => g.title === `${joint}.reaction.force`) ?? groups.find((g) => g.channels.some((c) => this.motion.channels[c].name === joint || this.motion.channels[c].name.startsWith(joint + '.')));
    this.say(group ? `${joint}: ${group.title}` : `${joint}: nothing was recorded of it`);
    return group ? this.addPlot(group, false) : null;
  }
  private say(text: string) { this.said.textContent = text; }
  private allowZoom(on: boolean) { if (this.stage) this.stage.controls.enableZoom = on; }

  private key(e: KeyboardEvent) {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target instanceof HTMLElement && ['SELECT', 'SUMMARY'].includes(e.target.tagName))) return;
    const inField = e.target instanceof HTMLInputElement || e.target instanceof HTMLButtonElement;
    const act: Record<string, () => void> = {
      ArrowRight: () => (e.shiftKey ? this.toEvent(1) : this.step(1)), ArrowLeft: () => (e.shiftKey ? this.toEvent(-1) : this.step(-1)),
      Home: () => this.seek(this.motion.begin), End: () => this.seek(this.motion.end), f: () => this.stage?.setView(this.bundle.scenes[this.motion.clip.scene].plane ? 'front' : 'corner'),
      1: () => this.stage?.setView('corner'), 2: () => this.stage?.setView('front'), 3: () => this.stage?.setView('side'), 4: () => this.stage?.setView('top'), Escape: () => this.select(null), ' ': () => this.toggle(),
    };
    if (!act[e.key] || (inField && [' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(e.key))) return;
    act[e.key]();
    e.preventDefault();
  }

  // -- taking along ------------------------------------------------------------------------------------------------------------------------

  private get fileName() { return this.motion.clip.name.replace(/[^\p{L}\p{N}_.-]+/gu, '_'); }
  savePng() {
    this.draw();
    this.canvas.toBlob((blob) => blob && saveBlob(blob, this.fileName + '.png'));
  }
  async saveVideo(): Promise<Blob | null> {
    if (!videoType()) return this.say('this browser records no video'), null;
    if (this.recording) return (this.recording = false), null; // pressed again: that is enough
    const seconds = Math.min(60, Math.max(1, this.motion.duration / this.speed)), before = this.time;
    this.pause();
    this.recording = true;
    const blob = await recordVideo(this.canvas, seconds, (fraction) => {
      this.seek(this.motion.begin + fraction * this.motion.duration);
      this.draw();
      this.say(`recording ${Math.round(100 * fraction)} %; press WebM again to stop`);
    }, () => !this.recording);
    this.recording = false;
    this.say('');
    this.seek(before);
    saveBlob(blob, this.fileName + '.webm');
    return blob;
  }
  async saveGltf(): Promise<ArrayBuffer | null> {
    if (!this.stage) return null;
    const bytes = await exportGltf(this.stage, this.time);
    saveBlob(new Blob([bytes], { type: 'model/gltf-binary' }), this.fileName + '.glb');
    return bytes;
  }
}
