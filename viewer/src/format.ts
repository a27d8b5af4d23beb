// The bundle as docs/viewer-format.md has it, and its arrays decoded.
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
  grounds: { point: Triple; normal: Triple; surface: { positions: string; triangles: string }[] }[];
  contacts: { name: string; body: number; ground: number; at: Triple; radius: number }[];
  elastic: { body: number; stations: number; length: number; free_end: boolean }[];
  points: { name: string; body: number; at: Triple; traced: boolean }[];
  loads: { name: string; body: number; at: Triple }[];
  meshes: { positions: string; triangles: string }[];
}
export interface Clip {
  name: string;
  title: string;
  note: string;
  scene: number;
  walk: boolean;
  abscissa: { name: string; unit: string };
  poses: { t: string; base: number[]; values: string; sections: string[]; loads: string[]; normals: string[] };
  curves: { t: string; stands_for: number; channels: { name: string; unit: string; values: string }[] };
  events: { t: number; name: string; what: string; value: number | null }[];
}
export interface Bundle {
  zanjir_view: number;
  title: string;
  scenes: Scene[];
  clips: Clip[];
}

export const VERSION = 1;

export function parseBundle(text: string): Bundle {
  const bundle = JSON.parse(text) as Bundle;
  if (bundle.zanjir_view !== VERSION) throw new Error(`this page holds a scene of version ${bundle.zanjir_view}, and its script reads version ${VERSION}`);
  return bundle;
}

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}
export const floats = (base64: string) => new Float32Array(bytesOf(base64));
export const doubles = (base64: string) => new Float64Array(bytesOf(base64));
