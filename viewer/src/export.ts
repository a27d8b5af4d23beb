// What a person takes along: pictures, a video, a model with its animation, curves.
import * as T from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { Stage } from './stage';

export function saveBlob(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
export const saveText = (text: string, name: string, type: string) => saveBlob(new Blob([text], { type }), name);

export const videoType = (): string | null =>
  typeof MediaRecorder === 'undefined' ? null : (['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t)) ?? null);

// Plays from beginning to end in real time while the picture is recorded. `step(fraction)` draws; stops early when `stop()` says so.
export async function recordVideo(canvas: HTMLCanvasElement, seconds: number, step: (fraction: number) => void, stop: () => boolean): Promise<Blob> {
  const type = videoType();
  if (!type) throw new Error('this browser records no video');
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 6_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (e) => { if (e.data.size > 0) parts.push(e.data); };
  const ended = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  recorder.start(200);
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const frame = () => {
      const fraction = (performance.now() - began) / 1000 / seconds;
      step(Math.min(1, fraction));
      if (fraction < 1 && !stop()) requestAnimationFrame(frame);
      else resolve();
    };
    frame();
  });
  for (let waited = 0; waited < 3000 && (waited < 300 || parts.length === 0); waited += 100) { // encoders of slow machines lag behind
    step(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  recorder.stop();
  await ended;
  return new Blob(parts, { type: 'video/webm' });
}

// Everything that moves, with an animation of at most `frames` keys. Elastic bodies have the form of the instant shown.
export async function exportGltf(stage: Stage, now: number, frames = 300): Promise<ArrayBuffer> {
  const motion = stage.motion, n = Math.max(2, Math.min(frames, motion.t.length)), nodes = stage.nodes();
  const times = new Float32Array(n), keys = nodes.map(() => ({ p: new Float32Array(3 * n), q: new Float32Array(4 * n), s: new Float32Array(3 * n) }));
  for (let i = 0; i < n; ++i) {
    const t = motion.begin + (motion.duration * i) / (n - 1);
    times[i] = t - motion.begin;
    stage.update(t);
    nodes.forEach((o, k) => {
      o.position.toArray(keys[k].p, 3 * i);
      o.quaternion.toArray(keys[k].q, 4 * i);
      o.scale.toArray(keys[k].s, 3 * i);
    });
  }
  stage.update(now);
  const root = stage.moving.clone(true);
  const copies = nodes.map((o) => root.children[stage.moving.children.indexOf(o)]);
  const tracks: T.KeyframeTrack[] = [];
  copies.forEach((o, k) => {
    o.name = `${o.name}#${k}`; // names of tracks must differ
    const id = o.uuid;
    tracks.push(new T.VectorKeyframeTrack(`${id}.position`, times, keys[k].p), new T.QuaternionKeyframeTrack(`${id}.quaternion`, times, keys[k].q), new T.VectorKeyframeTrack(`${id}.scale`, times, keys[k].s));
  });
  const instanced: T.Object3D[] = [];
  root.traverse((o) => { if (o instanceof T.InstancedMesh) instanced.push(o); });
  instanced.forEach((o) => o.removeFromParent());
  root.quaternion.setFromUnitVectors(stage.up, new T.Vector3(0, 1, 0)); // glTF has y upward
  const clip = new T.AnimationClip('motion', times[n - 1], tracks);
  return (await new GLTFExporter().parseAsync(root, { binary: true, animations: [clip], onlyVisible: true })) as ArrayBuffer;
}

export interface SvgPlot {
  title: string;
  x: string;
  y: string;
  log: boolean;
  range: [number, number];
  t: Float64Array;
  curves: { name: string; values: Float32Array; colour: string; dash: number[] }[];
}
const escape = (s: string) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
function steps(from: number, to: number, about: number): number[] {
  const raw = (to - from) / about, power = 10 ** Math.floor(Math.log10(raw)), r = raw / power, step = power * (r > 5 ? 10 : r > 2 ? 5 : r > 1 ? 2 : 1);
  const out: number[] = [];
  for (let k = Math.ceil(from / step); k * step <= to + 1e-9 * step; ++k) out.push(k * step);
  return out;
}
export function plotSvg(p: SvgPlot): string {
  const W = 760, H = 400, L = 78, R = 16, top = 34, B = 54 + 18 * Math.ceil(p.curves.length / 3);
  const value = (v: number) => (p.log ? Math.log10(v) : v), good = (v: number) => Number.isFinite(v) && (!p.log || v > 0);
  let low = Infinity, high = -Infinity;
  for (const c of p.curves) for (const v of c.values) if (good(v)) low = Math.min(low, value(v)), high = Math.max(high, value(v));
  if (!(low <= high)) low = 0, high = 1;
  if (high - low < 1e-12 * Math.max(Math.abs(low), 1e-300)) low -= Math.abs(low) * 0.1 || 1, high += Math.abs(high) * 0.1 || 1;
  const room = 0.04 * (high - low);
  low -= room, high += room;
  const X = (t: number) => L + ((t - p.range[0]) / (p.range[1] - p.range[0])) * (W - L - R), Y = (v: number) => H - B - ((v - low) / (high - low)) * (H - B - top);
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" font-family="Helvetica,Arial,sans-serif" font-size="12" fill="none"><title>${escape(p.title)}</title><rect width="${W}" height="${H}" fill="#fff"/>`];
  const text = (x: number, y: number, s: string, anchor: string, more = '') => parts.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#1c2127"${more}>${escape(s)}</text>`);
  text(W / 2, 20, p.title, 'middle', ' font-size="14" font-weight="600"');
  for (const t of steps(p.range[0], p.range[1], 8)) parts.push(`<path d="M${X(t).toFixed(1)},${top}V${H - B}" stroke="#ddd"/>`), text(X(t), H - B + 17, String(Number(t.toPrecision(6))), 'middle');
  for (const v of steps(low, high, 6)) parts.push(`<path d="M${L},${Y(v).toFixed(1)}H${W - R}" stroke="#ddd"/>`), text(L - 7, Y(v) + 4, p.log ? (10 ** v).toExponential(0) : String(Number(v.toPrecision(6))), 'end');
  parts.push(`<rect x="${L}" y="${top}" width="${W - L - R}" height="${H - B - top}" stroke="#888"/>`);
  text((L + W - R) / 2, H - B + 36, p.x, 'middle');
  text(16, (top + H - B) / 2, p.y, 'middle', ` transform="rotate(-90 16 ${(top + H - B) / 2})"`);
  parts.push(`<clipPath id="c"><rect x="${L}" y="${top}" width="${W - L - R}" height="${H - B - top}"/></clipPath>`);
  p.curves.forEach((c, i) => {
    let d = '', pen = false;
    for (let k = 0; k < p.t.length; ++k) {
      const v = c.values[k];
      if (!good(v)) { pen = false; continue; }
      d += `${pen ? 'L' : 'M'}${X(p.t[k]).toFixed(2)},${Y(value(v)).toFixed(2)}`;
      pen = true;
    }
    const dash = c.dash.length ? ` stroke-dasharray="${c.dash.join(' ')}"` : '';
    parts.push(`<path d="${d}" stroke="${c.colour}" stroke-width="1.6"${dash} clip-path="url(#c)"/>`);
    const x = L + ((i % 3) * (W - L - R)) / 3, y = H - B + 56 + 18 * Math.floor(i / 3);
    parts.push(`<path d="M${x},${y - 4}h22" stroke="${c.colour}" stroke-width="2"${dash}/>`);
    text(x + 28, y, c.name, 'start');
  });
  return parts.join('\n') + '\n</svg>\n';
}
