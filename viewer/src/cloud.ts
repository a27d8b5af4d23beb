// A map in space: its points as a coloured surface, or as a cloud, and a ring around the one where the mechanism stands.
import * as T from 'three';
import { floats, whole } from './format';
import { Channel, Motion } from './motion';
import { theme } from './theme';

// Dark blue over green to yellow, evenly in lightness (the colours of viridis), so that it reads in grey, too.
const scale = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
export const scaleCss = `linear-gradient(to right, ${scale.join(', ')})`;
const stops = scale.map((c) => new T.Color(c));
function colourOf(share: number, out: T.Color): T.Color {
  const x = Math.min(1, Math.max(0, share)) * (stops.length - 1), i = Math.min(stops.length - 2, Math.floor(x));
  return out.copy(stops[i]).lerp(stops[i + 1], x - i);
}

export class Cloud {
  readonly object = new T.Group();
  readonly bounds = new T.Box3();
  value: Channel | undefined;
  range: [number, number] = [0, 1];
  private readonly places: Float32Array;
  private readonly colours: T.BufferAttribute;
  private readonly shape = new T.BufferGeometry();
  private readonly points: T.Points;
  private readonly surface: T.Mesh | null = null;
  private readonly ring: T.Mesh;

  constructor(private readonly motion: Motion, thickness: number) {
    const map = motion.clip.map!, columns = map.places.map(floats), n = columns[0].length;
    this.places = new Float32Array(3 * n);
    for (let i = 0; i < n; ++i) for (let k = 0; k < 3; ++k) this.places[3 * i + k] = columns[k][i];
    this.colours = new T.BufferAttribute(new Float32Array(3 * n), 3);
    this.shape.setAttribute('position', new T.BufferAttribute(this.places, 3));
    this.shape.setAttribute('color', this.colours);
    this.shape.computeBoundingBox();
    this.bounds.copy(this.shape.boundingBox!);
    const triangles = whole(map.triangles);
    if (triangles.length > 0) {
      const surface = this.shape.clone();
      surface.setAttribute('position', this.shape.attributes.position);
      surface.setAttribute('color', this.colours);
      surface.setIndex(new T.BufferAttribute(triangles, 1));
      this.surface = new T.Mesh(surface, new T.MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.78, side: T.DoubleSide, depthWrite: false }));
      this.object.add(this.surface);
    }
    const size = Math.max(1e-9, this.bounds.getSize(new T.Vector3()).length());
    this.points = new T.Points(this.shape, new T.PointsMaterial({ vertexColors: true, size: triangles.length > 0 ? size / 160 : size * Math.max(1 / 55, 0.2 / Math.cbrt(n)) }));
    this.ring = new T.Mesh(new T.SphereGeometry(Math.max(1.2 * thickness, size / 70), 20, 12), new T.MeshBasicMaterial({ color: theme().force }));
    this.object.add(this.points, this.ring);
    this.colourBy(map.values[0]);
  }

  colourBy(name: string | undefined) {
    this.value = name === undefined ? undefined : this.motion.channel(name);
    const v = this.value?.values, colour = new T.Color();
    let low = Infinity, high = -Infinity;
    v?.forEach((x) => { if (Number.isFinite(x)) low = Math.min(low, x), high = Math.max(high, x); });
    if (!(low <= high)) low = 0, high = 1;
    this.range = [low, high];
    for (let i = 0; i < this.places.length / 3; ++i) {
      const x = v ? v[i] : NaN;
      if (Number.isFinite(x)) colourOf(high > low ? (x - low) / (high - low) : 0.5, colour);
      else colour.set(theme().base);
      colour.toArray(this.colours.array, 3 * i);
    }
    this.colours.needsUpdate = true;
  }

  place(i: number): T.Vector3 { return new T.Vector3().fromArray(this.places, 3 * i); }
  mark(i: number) { this.ring.position.copy(this.place(Math.min(i, this.places.length / 3 - 1))); }

  // The point nearest to the middle of all.
  middle(): number {
    const centre = this.bounds.getCenter(new T.Vector3()), n = this.places.length / 3;
    let best = 0, least = Infinity;
    for (let i = 0; i < n; ++i) {
      const d = this.place(i).distanceTo(centre);
      if (d < least) least = d, best = i;
    }
    return best;
  }

  // The point nearest to where a ray meets it.
  pick(ray: T.Raycaster): { point: number; distance: number } | null {
    ray.params.Points = { threshold: (this.points.material as T.PointsMaterial).size };
    const hit = ray.intersectObjects(this.surface ? [this.surface, this.points] : [this.points], false)[0];
    if (!hit) return null;
    if (hit.object === this.points && hit.index !== undefined) return { point: hit.index, distance: hit.distance };
    let best = 0, least = Infinity;
    for (const corner of [hit.face!.a, hit.face!.b, hit.face!.c]) {
      const d = this.place(corner).distanceTo(hit.point);
      if (d < least) least = d, best = corner;
    }
    return { point: best, distance: hit.distance };
  }
}
