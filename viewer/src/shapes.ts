// Geometry of looks, joints, springs and arrows. Lengths in metres; `th` is the radius of a link.
import * as T from 'three';
import { floats, Joint, Scene, Shape, whole } from './format';

const cache = new Map<string, T.BufferGeometry>();
function once(key: string, make: () => T.BufferGeometry): T.BufferGeometry {
  let g = cache.get(key);
  if (!g) cache.set(key, (g = make()));
  return g;
}
export const alongZ = (g: T.BufferGeometry) => g.rotateX(Math.PI / 2); // three's cylinders stand along y
export const cylinder = (r: number, l: number, segments = 28) =>
  once(`cylinder ${r} ${l} ${segments}`, () => alongZ(new T.CylinderGeometry(r, r, l, segments)));
export const ball = (r: number) => once(`ball ${r}`, () => new T.SphereGeometry(r, 28, 18));
export const box = (x: number, y: number, z: number) => once(`box ${x} ${y} ${z}`, () => new T.BoxGeometry(x, y, z));
const capsule = (r: number, l: number) => once(`capsule ${r} ${l}`, () => alongZ(new T.CapsuleGeometry(r, l, 8, 20)));

function plate(shape: Shape): T.BufferGeometry {
  const points = (shape.outline ?? []).map((p) => new T.Vector3(...p));
  const middle = points.reduce((s, p) => s.add(p), new T.Vector3()).divideScalar(points.length || 1);
  const normal = new T.Vector3(); // of the polygon, whatever its plane
  points.forEach((p, i) => normal.add(p.clone().sub(middle).cross(points[(i + 1) % points.length].clone().sub(middle))));
  normal.normalize();
  const x = points[0].clone().sub(middle).normalize(), y = normal.clone().cross(x);
  const outline = new T.Shape(points.map((p) => new T.Vector2(p.clone().sub(middle).dot(x), p.clone().sub(middle).dot(y))));
  const depth = shape.length ?? 0.01;
  const g = new T.ExtrudeGeometry(outline, { depth, bevelEnabled: false });
  g.translate(0, 0, -depth / 2);
  return g.applyMatrix4(new T.Matrix4().makeBasis(x, y, normal).setPosition(middle));
}

export function lookGeometry(shape: Shape, scene: Scene): T.BufferGeometry {
  switch (shape.shape) {
    case 'box': return box(...(shape.size ?? [1, 1, 1]));
    case 'cylinder': return cylinder(shape.radius ?? 0.01, shape.length ?? 0.1, 40);
    case 'sphere': return ball(shape.radius ?? 0.01);
    case 'capsule': return capsule(shape.radius ?? 0.01, shape.length ?? 0.1);
    case 'plate': return plate(shape);
    case 'mesh': {
      const mesh = scene.meshes[shape.mesh ?? 0];
      const g = new T.BufferGeometry();
      g.setAttribute('position', new T.BufferAttribute(floats(mesh.positions), 3));
      g.setIndex(new T.BufferAttribute(whole(mesh.triangles), 1));
      const flat = g.toNonIndexed(); // sharp edges: STL has no normals worth keeping
      flat.computeVertexNormals();
      return flat;
    }
  }
}

export const metal = (colour: string, more: Partial<T.MeshStandardMaterialParameters> = {}) =>
  new T.MeshStandardMaterial({ color: colour, roughness: 0.5, metalness: 0.08, ...more });

const turnZ = (axis: readonly number[]) => new T.Quaternion().setFromUnitVectors(new T.Vector3(0, 0, 1), new T.Vector3(...axis).normalize());

// The symbol of a joint in its own frame; empty for what has none.
export function jointSymbol(joint: Joint, th: number, material: T.Material): T.Object3D {
  const group = new T.Group();
  const add = (g: T.BufferGeometry, axis?: readonly number[]) => {
    const mesh = new T.Mesh(g, material);
    if (axis) mesh.quaternion.copy(turnZ(axis));
    mesh.castShadow = true;
    group.add(mesh);
    return mesh;
  };
  const more = joint.driven ? 1.25 : 1;
  switch (joint.type) {
    case 'revolute':
      add(cylinder(1.7 * th * more, 3.6 * th), joint.axes[0]);
      add(cylinder(0.75 * th * more, 4.6 * th), joint.axes[0]);
      break;
    case 'prismatic': add(box(3.4 * th * more, 3.4 * th * more, 6.5 * th), joint.axes[0]); break;
    case 'cylindrical': add(cylinder(1.9 * th * more, 6.5 * th), joint.axes[0]); break;
    case 'universal':
      add(ball(1.35 * th * more));
      joint.axes.forEach((axis) => add(cylinder(0.8 * th * more, 4.8 * th), axis));
      break;
    case 'spherical': add(ball(2.0 * th * more)); break;
    case 'planar': add(box(9 * th, 9 * th, 0.6 * th), crossed(joint)); break;
    default: break;
  }
  return group;
}
function crossed(joint: Joint): number[] {
  const n = new T.Vector3(...(joint.axes[0] ?? [1, 0, 0])).cross(new T.Vector3(...(joint.axes[1] ?? [0, 1, 0])));
  return [n.x, n.y, n.z];
}

// Of unit length along z from the origin, to be stretched.
export const unitRod = (r: number) => once(`rod ${r}`, () => alongZ(new T.CylinderGeometry(r, r, 1, 16)).translate(0, 0, 0.5));
export function unitSpring(r: number): T.BufferGeometry {
  return once(`spring ${r}`, () => {
    const turns = 9;
    class Coil extends T.Curve<T.Vector3> {
      constructor() { super(); }
      getPoint(u: number) {
        const inner = Math.min(1, Math.max(0, (u - 0.08) / 0.84)), radius = r * Math.min(1, 12 * Math.min(u, 1 - u));
        return new T.Vector3(radius * Math.cos(2 * Math.PI * turns * inner), radius * Math.sin(2 * Math.PI * turns * inner), u);
      }
    }
    return new T.TubeGeometry(new Coil(), 260, 0.18 * r, 6);
  });
}

export class Arrow {
  readonly group = new T.Group();
  private readonly shaft: T.Mesh;
  private readonly head: T.Mesh;
  constructor(th: number, readonly material: T.MeshStandardMaterial) {
    this.shaft = new T.Mesh(unitRod(0.55 * th), material);
    this.head = new T.Mesh(once(`head ${th}`, () => alongZ(new T.ConeGeometry(1.5 * th, 4 * th, 20))), material);
    this.group.add(this.shaft, this.head);
    this.headLength = 4 * th;
  }
  private readonly headLength: number;
  along(): T.Vector3 { return new T.Vector3(0, 0, this.shaft.scale.z + this.headLength * this.head.scale.x).applyQuaternion(this.group.quaternion); }
  set(from: T.Vector3, force: T.Vector3, scale: number) {
    const length = force.length() * scale;
    this.group.visible = length > 0.25 * this.headLength;
    if (!this.group.visible) return;
    this.group.position.copy(from);
    this.group.quaternion.setFromUnitVectors(new T.Vector3(0, 0, 1), force.clone().normalize());
    const head = Math.min(this.headLength, 0.6 * length);
    this.shaft.scale.set(1, 1, Math.max(1e-9, length - head));
    this.head.scale.setScalar(head / this.headLength);
    this.head.position.set(0, 0, length - head / 2);
  }
}

// A beam through its sections: a rounded bar, so that one sees them turn.
export class Beam {
  readonly mesh: T.Mesh;
  readonly rings: T.InstancedMesh;
  private readonly points: Float32Array;
  private readonly normals: Float32Array;
  private readonly profile: [number, number, number, number][] = []; // y z and the normal
  constructor(private readonly n: number, th: number, material: T.Material, ringMaterial: T.Material) {
    const sides = 12;
    for (let k = 0; k < sides; ++k) {
      const a = (2 * Math.PI * k) / sides, c = Math.cos(a), s = Math.sin(a);
      const y = Math.sign(c) * Math.abs(c) ** 0.6, z = Math.sign(s) * Math.abs(s) ** 0.6;
      this.profile.push([0.8 * th * y, 1.25 * th * z, c, s]);
    }
    this.points = new Float32Array(3 * n * sides);
    this.normals = new Float32Array(3 * n * sides);
    const g = new T.BufferGeometry();
    g.setAttribute('position', new T.BufferAttribute(this.points, 3));
    g.setAttribute('normal', new T.BufferAttribute(this.normals, 3));
    const index: number[] = [];
    for (let i = 0; i + 1 < n; ++i) {
      for (let k = 0; k < sides; ++k) {
        const a = i * sides + k, b = i * sides + ((k + 1) % sides), c = a + sides, d = b + sides;
        index.push(a, b, c, b, d, c);
      }
    }
    for (let k = 1; k + 1 < sides; ++k) {
      index.push(0, k + 1, k);
      const e = (n - 1) * sides;
      index.push(e, e + k, e + k + 1);
    }
    g.setIndex(index);
    this.mesh = new T.Mesh(g, material);
    this.mesh.castShadow = true;
    this.mesh.frustumCulled = false;
    const every = Math.max(1, Math.round((n - 1) / 6));
    this.rings = new T.InstancedMesh(box(0.35 * th, 1.75 * th, 2.65 * th), ringMaterial, Math.floor((n - 1) / every) + 1);
    this.rings.frustumCulled = false;
    this.every = every;
  }
  private readonly every: number;

  // sections: 7 numbers each, in the frame of the body
  update(sections: Float64Array, length: number, freeEnd: boolean, magnify: number) {
    const n = this.n, at = 7 * (n - 1), p = new T.Vector3(), q = new T.Quaternion(), x = new T.Vector3(), turn = new T.Vector3();
    const m = new T.Matrix4(), one = new T.Vector3(1, 1, 1);
    let out = 0, ring = 0;
    for (let i = 0; i < n; ++i) {
      const u = i / (n - 1), s = 7 * i;
      for (let k = 0; k < 3; ++k) {
        const rest = freeEnd ? (k === 0 ? u * length : 0) : sections[k] + (sections[at + k] - sections[k]) * u;
        p.setComponent(k, rest + (sections[s + k] - rest) * magnify);
      }
      q.set(sections[s + 4], sections[s + 5], sections[s + 6], sections[s + 3]);
      if (magnify !== 1) { // the turn about the same axis, so many times as large
        const half = Math.acos(Math.min(1, Math.abs(q.w))), sine = Math.sin(half);
        if (sine > 1e-12) {
          turn.set(q.x, q.y, q.z).multiplyScalar((q.w < 0 ? -1 : 1) / sine);
          q.setFromAxisAngle(turn, 2 * half * magnify);
        }
      }
      for (const [y, z, ny, nz] of this.profile) {
        x.set(0, y, z).applyQuaternion(q).add(p).toArray(this.points, out);
        x.set(0, ny, nz).applyQuaternion(q).toArray(this.normals, out);
        out += 3;
      }
      if (i % this.every === 0 && ring < this.rings.count) this.rings.setMatrixAt(ring++, m.compose(p, q, one));
    }
    this.mesh.geometry.attributes.position.needsUpdate = true;
    this.mesh.geometry.attributes.normal.needsUpdate = true;
    this.rings.instanceMatrix.needsUpdate = true;
  }
  // Centre of a station in the frame of the body, as drawn.
  centre(station: number): T.Vector3 {
    const sides = this.profile.length, c = new T.Vector3();
    for (let k = 0; k < sides; ++k) c.add(new T.Vector3().fromArray(this.points, 3 * (station * sides + k)));
    return c.divideScalar(sides);
  }
}
