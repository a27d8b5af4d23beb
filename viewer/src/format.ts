// The bundle as docs/viewer-format.md has it, unpacked, and its numbers restored.
export type Numbers = number[]; // step (0 or -k: bits of floats without the last k), order of differences, count, whole numbers
export interface Mesh {
  positions: Numbers;
  triangles: Numbers;
}
export type Triple = [number, number, number];
export type Place = [number, number, number, number, number, number, number]; // x y z qw qx qy qz

export interface Shape {
  body: number;
  shape: 'box' | 'cylinder' | 'sphere' | 'capsule' | 'plate' | 'mesh';
  at: Place;
  size?: Triple;
  radius?: number;
  length?: number;
  outline?: Triple[];
  colour?: string;
  mesh?: number;
  generated?: boolean;
  solid?: boolean;
}
export interface Joint {
  name: string;
  type: 'weld' | 'revolute' | 'prismatic' | 'cylindrical' | 'universal' | 'spherical' | 'planar' | 'free';
  parent: number;
  child: number;
  at_parent: Place;
  at_child: Place;
  axes: Triple[];
  driven: boolean;
  cut: boolean;
}
export interface Scene {
  name: string;
  plane: '' | 'xy' | 'yz' | 'xz';
  gravity: Triple;
  size: number;
  thickness: number;
  bodies: { name: string; made: boolean }[];
  shapes: Shape[];
  joints: Joint[];
  lines: { name: string; kind: 'spring' | 'damper' | 'rod'; a: number; p_a: Triple; b: number; p_b: Triple }[];
  grounds: { point: Triple; normal: Triple; surface: Mesh[] }[];
  contacts: { name: string; body: number; ground: number; at: Triple; radius: number }[];
  elastic: { body: number; stations: number; length: number; free_end: boolean }[];
  points: { name: string; body: number; at: Triple; traced: boolean }[];
  loads: { name: string; body: number; at: Triple }[];
  meshes: Mesh[];
}
export interface Clip {
  name: string;
  title: string;
  note: string;
  scene: number;
  walk: boolean;
  abscissa: { name: string; unit: string };
  poses: { t: Numbers; base: number[]; values: Numbers[]; sections: Numbers[][]; loads: Numbers[]; normals: Numbers[] };
  curves: { t: Numbers; stands_for: number; channels: { name: string; unit: string; values: Numbers }[] };
  events: { t: number; name: string; what: string; value: number | null }[];
  map?: { frame: string; places: Numbers[]; triangles: Numbers; values: string[] };
}
export interface Bundle {
  zanjir_view: number;
  title: string;
  scenes: Scene[];
  clips: Clip[];
  more?: { name: string; title: string; file: string }[]; // clips that scripts beside the page hold
}

export const VERSION = 2;

export function parseBundle(text: string): Bundle {
  const bundle = JSON.parse(text) as Bundle;
  if (bundle.zanjir_view !== VERSION) throw new Error(`this page holds a scene of version ${bundle.zanjir_view}, and its script reads version ${VERSION}`);
  return bundle;
}

// base64 of what zlib deflated, as text.
export async function unpack(packed: string): Promise<string> {
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser is too old to unpack it (no DecompressionStream)');
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}

export function numbers(list: Numbers): Float64Array {
  const [step, order, n] = list, out = new Float64Array(n);
  for (let i = 3; i < list.length; ++i) out[i - 3] = list[i]; // what is left out at the end is zero
  for (let k = 0; k < order; ++k) for (let i = 1; i < n; ++i) out[i] += out[i - 1];
  if (step > 0) {
    for (let i = 0; i < n; ++i) out[i] *= step;
    return out;
  }
  const bits = new Uint32Array(1), value = new Float32Array(bits.buffer);
  for (let i = 0; i < n; ++i) {
    bits[0] = Math.abs(out[i]) * 2 ** -step + (out[i] < 0 ? 0x80000000 : 0);
    out[i] = value[0];
  }
  return out;
}
export const floats = (list: Numbers) => new Float32Array(numbers(list));
export const whole = (list: Numbers) => new Uint32Array(numbers(list));
// Columns put together row by row.
export function rows(columns: Numbers[], n: number): Float64Array {
  const out = new Float64Array(columns.length * n);
  columns.forEach((list, c) => numbers(list).forEach((x, r) => (out[r * columns.length + c] = x)));
  return out;
}
