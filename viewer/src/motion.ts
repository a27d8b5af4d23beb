// A clip decoded: poses and curves at any instant. Between two kept instants positions are interpolated on a line, turns along the shortest arc.
import { Clip, floats, numbers, rows } from './format';

export interface Channel {
  name: string;
  unit: string;
  values: Float32Array;
}

// Last place of t that is not above x; 0 where all are.
export function placeOf(t: Float64Array, x: number): number {
  let low = 0, high = t.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (t[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

// out: x y z qw qx qy qz between the poses at `a` and `b` of `from`
function between(from: Float64Array, a: number, b: number, part: number, out: Float64Array, at: number) {
  for (let i = 0; i < 3; ++i) out[at + i] = from[a + i] + (from[b + i] - from[a + i]) * part;
  let dot = 0;
  for (let i = 3; i < 7; ++i) dot += from[a + i] * from[b + i];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const near = angle < 1e-4;
  const wa = near ? 1 - part : Math.sin((1 - part) * angle) / Math.sin(angle), wb = near ? part : Math.sin(part * angle) / Math.sin(angle);
  let norm = 0;
  for (let i = 3; i < 7; ++i) norm += (out[at + i] = wa * from[a + i] + sign * wb * from[b + i]) ** 2;
  norm = Math.sqrt(norm);
  for (let i = 3; i < 7; ++i) out[at + i] /= norm;
}

export class Motion {
  readonly t: Float64Array;
  readonly nBodies: number;
  readonly curveT: Float64Array;
  readonly channels: Channel[];
  readonly standsFor: number;
  readonly poses: Float64Array; // of the last instant asked for: 7 per body
  readonly sections: Float64Array[]; // 7 per station, in the frame of the body
  readonly loads: Float64Array[]; // 3 each
  readonly normals: Float64Array[]; // of the ground below each contact; empty on a plane
  private readonly values: Float64Array;
  private readonly base: number[];
  private readonly sectionValues: Float64Array[];
  private readonly loadValues: Float32Array[];
  private readonly normalValues: Float32Array[];
  private readonly byName = new Map<string, number>();

  constructor(readonly clip: Clip) {
    this.t = numbers(clip.poses.t);
    this.base = clip.poses.base;
    this.nBodies = this.base.length / 3;
    this.values = rows(clip.poses.values, this.t.length);
    this.sectionValues = clip.poses.sections.map((s) => rows(s, this.t.length));
    this.loadValues = clip.poses.loads.map(floats);
    this.poses = new Float64Array(7 * this.nBodies);
    this.sections = this.sectionValues.map((s) => new Float64Array(s.length / Math.max(1, this.t.length)));
    this.loads = this.loadValues.map(() => new Float64Array(3));
    this.normalValues = clip.poses.normals.map(floats);
    this.normals = this.normalValues.map((n) => new Float64Array(n.length > 0 ? 3 : 0));
    this.curveT = numbers(clip.curves.t);
    this.standsFor = clip.curves.stands_for;
    this.channels = clip.curves.channels.map((c) => ({ name: c.name, unit: c.unit, values: floats(c.values) }));
    this.channels.forEach((c, i) => this.byName.set(c.name, i));
  }

  get begin() { return this.t.length ? this.t[0] : 0; }
  get end() { return this.t.length ? this.t[this.t.length - 1] : 0; }
  get duration() { return this.end - this.begin; }

  seek(time: number) {
    const i = placeOf(this.t, time), j = Math.min(i + 1, this.t.length - 1);
    const part = this.clip.map ? 0 : j > i ? Math.min(1, Math.max(0, (time - this.t[i]) / (this.t[j] - this.t[i]))) : 0;
    const n = 7 * this.nBodies;
    for (let b = 0; b < this.nBodies; ++b) {
      between(this.values, i * n + 7 * b, j * n + 7 * b, part, this.poses, 7 * b);
      for (let k = 0; k < 3; ++k) this.poses[7 * b + k] += this.base[3 * b + k];
    }
    this.sections.forEach((out, e) => {
      for (let s = 0; s < out.length; s += 7) between(this.sectionValues[e], i * out.length + s, j * out.length + s, part, out, s);
    });
    this.normals.forEach((out, c) => {
      for (let k = 0; k < out.length; ++k) out[k] = this.normalValues[c][3 * i + k] * (1 - part) + this.normalValues[c][3 * j + k] * part;
    });
    this.loads.forEach((out, l) => {
      for (let k = 0; k < 3; ++k) out[k] = this.loadValues[l][3 * i + k] * (1 - part) + this.loadValues[l][3 * j + k] * part;
    });
  }

  // Where a point of a body was at each kept instant: x y z, one after the other.
  path(body: number, p: readonly number[]): Float32Array {
    const out = new Float32Array(3 * this.t.length), n = 7 * this.nBodies;
    for (let i = 0; i < this.t.length; ++i) {
      const at = i * n + 7 * body, v = this.values;
      const w = v[at + 3], x = v[at + 4], y = v[at + 5], z = v[at + 6];
      const tx = 2 * (y * p[2] - z * p[1]), ty = 2 * (z * p[0] - x * p[2]), tz = 2 * (x * p[1] - y * p[0]);
      out[3 * i] = this.base[3 * body] + v[at] + p[0] + w * tx + y * tz - z * ty;
      out[3 * i + 1] = this.base[3 * body + 1] + v[at + 1] + p[1] + w * ty + z * tx - x * tz;
      out[3 * i + 2] = this.base[3 * body + 2] + v[at + 2] + p[2] + w * tz + x * ty - y * tx;
    }
    return out;
  }

  channel(name: string): Channel | undefined {
    const i = this.byName.get(name);
    return i === undefined ? undefined : this.channels[i];
  }
  // Of three channels NAME.x, .y, .z at an instant; false: they are not there.
  vector(name: string, time: number, out: Float64Array): boolean {
    for (let k = 0; k < 3; ++k) {
      const channel = this.channel(name + '.' + 'xyz'[k]);
      if (!channel) return false;
      out[k] = this.at(channel, time);
    }
    return Number.isFinite(out[0] + out[1] + out[2]);
  }
  at(channel: Channel, time: number): number {
    const t = this.curveT, v = channel.values;
    if (t.length === 0) return NaN;
    const i = placeOf(t, time), j = Math.min(i + 1, t.length - 1);
    if (t[j] === t[i]) return v[j];
    return v[i] + (v[j] - v[i]) * Math.min(1, Math.max(0, (time - t[i]) / (t[j] - t[i])));
  }
}
