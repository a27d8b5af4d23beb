// The mechanism in three dimensions: made once per scene, moved to any instant of a motion, drawn by one renderer for all stages of the page.
import * as T from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { floats, Place, Scene, whole as wholeNumbers } from './format';
import { Cloud } from './cloud';
import { Motion, placeOf } from './motion';
import { Arrow, Beam, ball, box, jointSymbol, lookGeometry, metal, unitRod, unitSpring } from './shapes';
import { Theme, theme } from './theme';

export interface Shown {
  traces: Set<string>;
  reactions: boolean;
  contactForces: boolean;
  loads: boolean;
  ghosts: boolean;
  magnify: number;
  arrowScale: number;
  follow: boolean;
  selected: string | null;
}
export type View = 'corner' | 'front' | 'side' | 'top';

// A browser gives a page few WebGL contexts: one renderer draws every stage, which keeps a copy of its picture.
let shared: T.WebGLRenderer | null | undefined;
export function renderer(): T.WebGLRenderer | null {
  if (shared !== undefined) return shared;
  try {
    shared = new T.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    shared.shadowMap.enabled = true;
    shared.shadowMap.type = T.PCFShadowMap;
    shared.toneMapping = T.NoToneMapping;
  } catch {
    shared = null; // no WebGL: plots still work
  }
  return shared;
}

// Drawn by the processor alone: shadows cost it more than they show.
export function drawsSlowly(): boolean {
  const gl = renderer()?.getContext(), info = gl?.getExtension('WEBGL_debug_renderer_info');
  return !!gl && !!info && /swiftshader|llvmpipe|softpipe|software/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}

const setPlace = (o: T.Object3D, at: Place) => {
  o.position.set(at[0], at[1], at[2]);
  o.quaternion.set(at[4], at[5], at[6], at[3]);
};

interface Stretched { // between two points of bodies
  object: T.Object3D;
  a: number;
  pa: T.Vector3;
  b: number;
  pb: T.Vector3;
  beyond: number; // so much longer at both ends
}

const cornersOf = (b: T.Box3) => Array.from({ length: 8 }, (_x, i) => new T.Vector3(i & 1 ? b.max.x : b.min.x, i & 2 ? b.max.y : b.min.y, i & 4 ? b.max.z : b.min.z));

export class Stage {
  readonly scene = new T.Scene();
  camera: T.PerspectiveCamera | T.OrthographicCamera;
  controls!: OrbitControls;
  readonly moving = new T.Group(); // what an export takes along
  readonly up: T.Vector3;
  private readonly bodies: T.Group[] = [];
  private readonly beams: Beam[] = [];
  private readonly jointObjects: { name: string; object: T.Object3D; material: T.MeshStandardMaterial; driven: boolean }[] = [];
  private readonly stretched: Stretched[] = [];
  private readonly arrows: { arrow: Arrow; kind: 'reaction' | 'contact' | 'load'; name: string; index: number }[] = [];
  private traces: { past: T.Line; all: T.Line }[] = [];
  private ghosts: T.Group | null = null;
  private readonly light = new T.DirectionalLight(0xffffff, 1.9);
  private readonly decor = new T.Group();
  private readonly perspective = new T.PerspectiveCamera(32, 1.6, 0.01, 1000);
  private readonly flat = new T.OrthographicCamera();
  private centre = new T.Vector3();
  private radius = 1;
  private framed: T.Vector3[] = []; // corners of all that is seen during the motion, from its centre
  private followed = new T.Vector3(); // the middle of the bodies at the instant shown
  private readonly followedAtStart = new T.Vector3();
  private back = 1; // how far from there the farthest of them is, at least the size of the mechanism
  private forceScale = { reaction: 1, contact: 1, load: 1 };
  readonly cloud: Cloud | null = null; // of a map
  dirty = true;

  constructor(private readonly data: Scene, readonly motion: Motion, private readonly canvas: HTMLCanvasElement, readonly shown: Shown) {
    this.up = upOf(data);
    this.camera = this.perspective;
    this.scene.add(this.moving, this.decor);
    this.build(theme());
    if (motion.clip.map) this.scene.add((this.cloud = new Cloud(motion, data.thickness)).object);
    this.measure();
    this.motion.seek(motion.begin);
    this.place();
    this.bodies.forEach((b, i) => { if (i > 0) this.followed.addScaledVector(b.position, 1 / (this.bodies.length - 1)); });
    this.followedAtStart.copy(this.followed);
    this.back = this.radius;
    this.setView(data.plane ? 'front' : 'corner');
    this.update(motion.begin);
  }

  // -- making ------------------------------------------------------------------------------------------------------------------------------

  private build(colours: Theme) {
    const th = this.data.thickness;
    let own = 0;
    const colourOf = this.data.bodies.map((b, i) => (i === 0 || b.made ? colours.base : colours.bodies[own++ % colours.bodies.length]));
    for (const s of this.data.elastic) { // an arm on a section looks like its beam
      const name = this.data.bodies[s.body].name;
      this.data.bodies.forEach((b, i) => { if (b.made && b.name.startsWith(name + '@')) colourOf[i] = colourOf[s.body]; });
    }
    this.data.bodies.forEach((b, i) => {
      const group = new T.Group();
      group.name = b.name || `body ${i}`;
      this.bodies.push(group);
      this.moving.add(group);
    });
    for (const shape of this.data.shapes) {
      const base = shape.body === 0 && shape.generated;
      const material = metal(shape.colour ?? colourOf[shape.body], base ? { transparent: true, opacity: 0.55 } : {});
      const thin = shape.shape === 'plate' && shape.generated;
      if (thin && !base) Object.assign(material, { transparent: true, opacity: 0.8 });
      if (shape.shape === 'plate' || shape.shape === 'mesh') material.side = T.DoubleSide;
      const mesh = new T.Mesh(lookGeometry(shape, this.data), material);
      setPlace(mesh, shape.at);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.userData.body = this.data.bodies[shape.body].name;
      if (shape.solid && shape.radius && (shape.shape === 'sphere' || shape.shape === 'cylinder')) { // a stripe, so that rolling shows
        const r = shape.radius, stripe = shape.shape === 'sphere' ? new T.TorusGeometry(0.985 * r, 0.05 * r, 8, 40) : new T.BoxGeometry(1.9 * r, 0.12 * r, 1.06 * (shape.length ?? 0));
        mesh.add(new T.Mesh(stripe, metal(colours.metal)));
      }
      this.bodies[shape.body].add(mesh);
    }
    this.data.elastic.forEach((e) => {
      const beam = new Beam(e.stations, th, metal(colourOf[e.body]), metal(colours.metal));
      beam.mesh.userData.body = this.data.bodies[e.body].name;
      this.bodies[e.body].add(beam.mesh, beam.rings);
      this.beams.push(beam);
    });
    this.data.contacts.forEach((c, index) => {
      if (c.radius === 0) {
        const mesh = new T.Mesh(ball(0.55 * th), metal(colours.metal));
        mesh.position.set(...c.at);
        mesh.userData.body = this.data.bodies[c.body].name;
        this.bodies[c.body].add(mesh);
      }
      this.addArrow('contact', c.name, index, colours.contact);
    });
    this.data.joints.forEach((joint, index) => this.addJoint(joint, index, colours));
    for (const line of this.data.lines) {
      const spring = line.kind === 'spring';
      const object = new T.Mesh(spring ? unitSpring(2.2 * th) : unitRod(line.kind === 'damper' ? 1.3 * th : 0.7 * th), metal(spring ? colours.soft : colours.metal));
      object.castShadow = true;
      object.name = line.name;
      this.stretch(object, line.a, line.p_a, line.b, line.p_b);
    }
    this.data.loads.forEach((l, index) => this.addArrow('load', l.name, index, colours.force));
    this.addLights(colours);
  }

  private addJoint(joint: Scene['joints'][number], index: number, colours: Theme) {
    const th = this.data.thickness;
    const material = metal(joint.driven ? colours.driven : colours.metal, { metalness: 0.25, roughness: 0.4 });
    const symbol = jointSymbol(joint, th, material);
    const floats = joint.type === 'planar' && joint.parent === 0; // nothing holds it: a sheet would stand for no part
    if (symbol.children.length > 0 && !floats) {
      setPlace(symbol, joint.at_child);
      symbol.name = joint.name;
      symbol.traverse((o) => (o.userData.joint = joint.name));
      this.bodies[joint.child].add(symbol);
      this.jointObjects.push({ name: joint.name, object: symbol, material, driven: joint.driven });
    }
    if (joint.type === 'prismatic' || joint.type === 'cylindrical') {
      const rail = new T.Mesh(unitRod(0.8 * th), metal(colours.base));
      rail.name = joint.name + ' rail';
      rail.castShadow = true;
      this.stretch(rail, joint.parent, joint.at_parent, joint.child, joint.at_child, 5 * th);
    }
    const plated = this.data.shapes.some((s) => s.body === 0);
    const placed = !['free', 'planar', 'weld'].includes(joint.type);
    if (placed && (joint.parent === 0 || joint.child === 0) && !plated) {
      const at = joint.parent === 0 ? joint.at_parent : joint.at_child;
      const foot = new T.Mesh(new T.CylinderGeometry(1.1 * th, 3.2 * th, 4.2 * th, 4, 1).rotateY(Math.PI / 4), metal(colours.base));
      foot.quaternion.setFromUnitVectors(new T.Vector3(0, 1, 0), this.up);
      foot.position.set(at[0], at[1], at[2]).addScaledVector(this.up, -2.3 * th);
      foot.castShadow = foot.receiveShadow = true;
      const sole = new T.Mesh(box(8 * th, 0.7 * th, 8 * th), foot.material);
      sole.position.y = -2.3 * th;
      foot.add(sole);
      this.bodies[0].add(foot);
    }
    if (joint.type !== 'free') this.addArrow('reaction', joint.name, index, colours.force);
  }

  private addArrow(kind: 'reaction' | 'contact' | 'load', name: string, index: number, colour: string) {
    const arrow = new Arrow(this.data.thickness, metal(colour, { emissive: new T.Color(colour), emissiveIntensity: 0.25 }));
    arrow.group.visible = false;
    this.arrows.push({ arrow, kind, name, index });
    this.scene.add(arrow.group);
  }

  private stretch(object: T.Object3D, a: number, pa: readonly number[], b: number, pb: readonly number[], beyond = 0) {
    this.stretched.push({ object, a, pa: new T.Vector3(pa[0], pa[1], pa[2]), b, pb: new T.Vector3(pb[0], pb[1], pb[2]), beyond });
    this.moving.add(object);
  }

  private addLights(colours: Theme) {
    this.scene.add(new T.HemisphereLight(0xffffff, colours.dark ? 0x30363d : 0xb9c2cc, colours.dark ? 1.5 : 1.75));
    const fill = new T.DirectionalLight(0xdfeaff, 0.45);
    fill.position.set(-1, -2, 0.5);
    this.light.castShadow = !drawsSlowly();
    this.light.shadow.mapSize.set(1024, 1024);
    this.light.shadow.radius = 5;
    this.light.shadow.intensity = colours.dark ? 0.42 : 0.2;
    this.light.shadow.normalBias = 0.6 * this.data.thickness;
    this.scene.add(this.light, this.light.target, fill);
  }

  // What the motion fills, and the floor below it.
  private measure() {
    const whole = new T.Box3(), start = new T.Box3(), n = this.motion.t.length, samples = Math.min(n, 40), p = new T.Vector3(), corners: T.Vector3[] = [];
    let atStart = 0;
    for (let k = 0; k < samples; ++k) {
      this.motion.seek(this.motion.t[samples > 1 ? Math.floor((k * (n - 1)) / (samples - 1)) : 0]);
      this.place();
      this.moving.updateMatrixWorld(true);
      const here = new T.Box3();
      this.moving.traverse((o) => {
        if (!(o instanceof T.Mesh) || o instanceof T.InstancedMesh || !o.visible) return;
        const g = o.geometry as T.BufferGeometry;
        if (this.beams.some((b) => b.mesh === o)) g.computeBoundingBox();
        if (!g.boundingBox) g.computeBoundingBox();
        for (const corner of cornersOf(g.boundingBox!)) {
          here.expandByPoint(corner.applyMatrix4(o.matrixWorld));
          corners.push(corner);
        }
      });
      if (here.isEmpty()) here.expandByPoint(p.set(0, 0, 0));
      if (k === 0) start.copy(here), atStart = corners.length;
      whole.union(here);
    }
    if (this.cloud) whole.union(this.cloud.bounds), corners.push(...cornersOf(this.cloud.bounds));
    const size = start.getSize(new T.Vector3()).length() || this.data.size, all = whole.getSize(new T.Vector3()).length() || size;
    const travels = all > 3.5 * size && !this.cloud;
    this.shown.follow = travels;
    const framed = travels ? start : whole;
    framed.getCenter(this.centre);
    this.framed = corners.slice(0, travels ? atStart : corners.length).map((c) => c.sub(this.centre));
    this.radius = Math.max(0.5 * framed.getSize(new T.Vector3()).length(), 0.25 * this.data.size, 1e-6);
    const floor = new T.Box3().copy(whole);
    this.addFloor(floor, travels ? 0.5 * all : this.radius);
    this.measureForces();
  }

  private addFloor(whole: T.Box3, reach: number) {
    const colours = theme();
    const plane = (centre: T.Vector3, normal: T.Vector3, size: number, solid: boolean) => {
      const group = new T.Group();
      group.position.copy(centre);
      group.quaternion.setFromUnitVectors(new T.Vector3(0, 0, 1), normal);
      const step = tidyStep(this.radius / 3);
      const grid = new T.Mesh(new T.PlaneGeometry(2 * size, 2 * size), gridMaterial(colours, step, Math.min(size, 2.4 * Math.max(this.radius, reach))));
      group.add(grid);
      if (solid) {
        const slab = new T.Mesh(new T.PlaneGeometry(2 * size, 2 * size), metal(colours.base, { transparent: true, opacity: 0.16, side: T.DoubleSide, depthWrite: false }));
        slab.position.z = -0.002 * this.radius;
        group.add(slab);
      }
      const shade = new T.Mesh(new T.PlaneGeometry(2 * size, 2 * size), new T.ShadowMaterial({ opacity: 1, transparent: true }));
      shade.receiveShadow = true;
      group.add(shade);
      this.decor.add(group);
    };
    if (this.data.grounds.length > 0) {
      for (const g of this.data.grounds) {
        for (const s of g.surface) {
          const shape = new T.BufferGeometry();
          shape.setAttribute('position', new T.BufferAttribute(floats(s.positions), 3));
          shape.setIndex(new T.BufferAttribute(wholeNumbers(s.triangles), 1));
          const flat = shape.attributes.position.count > 16 ? shape : shape.toNonIndexed(); // the edge of a step is sharp
          flat.computeVertexNormals();
          const mesh = new T.Mesh(flat, metal(colours.base, { side: T.DoubleSide, roughness: 0.9 }));
          mesh.receiveShadow = true;
          this.decor.add(mesh);
        }
        if (g.surface.length > 0) continue;
        const normal = new T.Vector3(...g.normal).normalize(), centre = whole.getCenter(new T.Vector3());
        centre.addScaledVector(normal, -normal.dot(centre.clone().sub(new T.Vector3(...g.point))));
        plane(centre, normal, 1.3 * Math.max(reach, this.radius), true);
      }
      return;
    }
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new T.Vector3(i & 1 ? whole.max.x : whole.min.x, i & 2 ? whole.max.y : whole.min.y, i & 4 ? whole.max.z : whole.min.z));
    const normal = this.data.plane ? normalOf(this.data.plane) : this.up;
    const lowest = Math.min(...corners.map((c) => c.dot(normal))), centre = whole.getCenter(new T.Vector3());
    centre.addScaledVector(normal, lowest - centre.dot(normal) - (this.data.plane ? 2.5 : 0.5) * this.data.thickness);
    plane(centre, normal, 3 * Math.max(reach, this.radius), false);
  }

  private measureForces() {
    const sizes = { reaction: [] as number[], contact: [] as number[], load: [] as number[] }, f = new Float64Array(3);
    for (const { kind, name, index } of this.arrows) {
      for (let k = 0; k < 60; ++k) {
        const t = this.motion.begin + (this.motion.duration * k) / 59;
        if (this.force(kind, name, index, t, f)) sizes[kind].push(Math.hypot(f[0], f[1], f[2]));
      }
    }
    for (const kind of ['reaction', 'contact', 'load'] as const) { // a short peak may stand out, so that what acts most of the time is seen as well
      const sorted = sizes[kind].filter((x) => x > 0).sort((a, b) => a - b), n = sorted.length;
      this.forceScale[kind] = n > 0 ? (0.45 * this.data.size) / Math.max(sorted[Math.floor(0.9 * (n - 1))], sorted[n - 1] / 3) : 0;
    }
  }

  // -- moving ------------------------------------------------------------------------------------------------------------------------------

  private force(kind: 'reaction' | 'contact' | 'load', name: string, index: number, t: number, out: Float64Array): boolean {
    if (kind === 'reaction') return this.motion.vector(name + '.reaction.force', t, out);
    if (kind === 'load') {
      this.motion.seek(t);
      out.set(this.motion.loads[index]);
      return true;
    }
    const normal = this.motion.channel(name + '.normal_force');
    if (!normal) return false;
    const N = this.motion.at(normal, t), own = this.motion.normals[index];
    if (own && own.length > 0) this.motion.seek(t);
    const g: ArrayLike<number> = own && own.length > 0 ? own : this.data.grounds[this.data.contacts[index].ground].normal;
    if (!this.motion.vector(name + '.friction', t, out)) out.fill(0);
    for (let k = 0; k < 3; ++k) out[k] += N * g[k];
    return Number.isFinite(N);
  }

  private place() {
    const p = this.motion.poses;
    this.bodies.forEach((group, i) => {
      group.position.set(p[7 * i], p[7 * i + 1], p[7 * i + 2]);
      group.quaternion.set(p[7 * i + 4], p[7 * i + 5], p[7 * i + 6], p[7 * i + 3]);
    });
    this.beams.forEach((beam, e) => beam.update(this.motion.sections[e], this.data.elastic[e].length, this.data.elastic[e].free_end, this.shown.magnify));
    const from = new T.Vector3(), to = new T.Vector3(), z = new T.Vector3(0, 0, 1);
    for (const s of this.stretched) {
      from.copy(s.pa).applyQuaternion(this.bodies[s.a].quaternion).add(this.bodies[s.a].position);
      to.copy(s.pb).applyQuaternion(this.bodies[s.b].quaternion).add(this.bodies[s.b].position).sub(from);
      const length = to.length();
      if (length > 1e-12) {
        to.divideScalar(length);
        s.object.quaternion.setFromUnitVectors(z, to);
      }
      s.object.position.copy(from).addScaledVector(to, length > 1e-12 ? -s.beyond : 0);
      s.object.scale.set(1, 1, Math.max(length + 2 * s.beyond, 1e-9));
    }
  }

  // To an instant. Cheap: no allocation that grows with the recording.
  update(t: number) {
    this.motion.seek(t);
    this.place();
    const f = new Float64Array(3), force = new T.Vector3(), at = new T.Vector3();
    for (const { arrow, kind, name, index } of this.arrows) {
      const wanted = kind === 'reaction' ? this.shown.reactions || this.shown.selected === name : kind === 'contact' ? this.shown.contactForces : this.shown.loads;
      arrow.group.visible = false;
      if (!wanted || !this.forceScale[kind] || !this.force(kind, name, index, t, f)) continue;
      const place = kind === 'reaction' ? this.data.joints[index] : kind === 'contact' ? this.data.contacts[index] : this.data.loads[index];
      const body = 'child' in place ? place.child : place.body, p = 'child' in place ? place.at_child : place.at;
      at.set(p[0], p[1], p[2]).applyQuaternion(this.bodies[body].quaternion).add(this.bodies[body].position);
      if (kind === 'contact') {
        const touched = new Float64Array(3);
        if (this.motion.vector(name + '.point', t, touched)) at.set(touched[0], touched[1], touched[2]);
        else at.addScaledVector(new T.Vector3(...this.data.grounds[this.data.contacts[index].ground].normal), -this.data.contacts[index].radius);
      }
      arrow.set(at, force.set(f[0], f[1], f[2]), this.forceScale[kind] * this.shown.arrowScale);
    }
    this.motion.seek(t); // loads looked elsewhere
    const now = placeOf(this.motion.t, t);
    for (const trace of this.traces) trace.past.geometry.setDrawRange(0, now + 1);
    this.cloud?.mark(now);
    this.followTo();
    this.dirty = true;
  }

  private followTo() {
    const middle = new T.Vector3();
    let n = 0;
    this.bodies.forEach((b, i) => { if (i > 0) middle.add(b.position), ++n; });
    if (n === 0) return;
    middle.divideScalar(n);
    const by = middle.clone().sub(this.followed);
    this.followed.copy(middle);
    let far = this.radius; // things that part stay in sight: the camera goes back
    this.bodies.forEach((b, i) => { if (i > 0) far = Math.max(far, 1.15 * b.position.distanceTo(middle)); });
    const back = far / this.back;
    this.back = far;
    if (!this.shown.follow) return;
    this.camera.position.sub(this.controls.target).multiplyScalar(back).add(this.controls.target).add(by);
    this.camera.far = Math.max(this.camera.far, 4 * far + 2 * this.camera.position.distanceTo(this.controls.target));
    if (this.camera === this.flat) this.flat.zoom /= back;
    this.controls.target.add(by);
    this.light.position.add(by);
    this.light.target.position.add(by);
  }

  select(joint: string | null) {
    this.shown.selected = joint;
    const colours = theme();
    for (const j of this.jointObjects) {
      j.material.emissive.set(j.name === joint ? colours.force : '#000000');
      j.material.emissiveIntensity = j.name === joint ? 0.7 : 0;
    }
    this.dirty = true;
  }

  remakeTraces() {
    for (const t of this.traces) {
      this.scene.remove(t.past, t.all);
      t.past.geometry.dispose();
    }
    this.traces = [];
    const colours = theme();
    let k = 0;
    for (const point of this.data.points) {
      if (!this.shown.traces.has(point.name)) continue;
      const g = new T.BufferGeometry(), whole = new T.BufferGeometry();
      const path = new T.BufferAttribute(this.motion.path(point.body, point.at), 3);
      g.setAttribute('position', path);
      whole.setAttribute('position', path);
      const colour = k === 0 ? colours.trace : colours.curves[k % colours.curves.length];
      ++k;
      const past = new T.Line(g, new T.LineBasicMaterial({ color: colour })), all = new T.Line(whole, new T.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.28 }));
      past.frustumCulled = all.frustumCulled = false;
      this.scene.add(past, all);
      this.traces.push({ past, all });
    }
    this.dirty = true;
  }

  remakeGhosts(now: number) {
    if (this.ghosts) this.scene.remove(this.ghosts);
    this.ghosts = null;
    this.dirty = true;
    if (!this.shown.ghosts) return;
    this.ghosts = new T.Group();
    const n = 7;
    for (let k = 0; k < n; ++k) {
      this.motion.seek(this.motion.begin + (this.motion.duration * k) / (n - 1));
      this.place();
      const copy = this.moving.clone(true); // beams share one geometry that moves on: they are left out
      copy.traverse((o) => {
        if (o instanceof T.InstancedMesh || this.beams.some((b) => o instanceof T.Mesh && o.geometry === b.mesh.geometry)) o.visible = false;
        else if (o instanceof T.Mesh) {
          const m = (o.material as T.MeshStandardMaterial).clone();
          Object.assign(m, { transparent: true, opacity: 0.07 + 0.09 * (k / (n - 1)), depthWrite: false });
          o.material = m;
          o.castShadow = o.receiveShadow = false;
        }
      });
      this.beams.forEach((beam) => {
        const g = beam.mesh.geometry.clone(), m = (beam.mesh.material as T.MeshStandardMaterial).clone();
        Object.assign(m, { transparent: true, opacity: 0.15, depthWrite: false });
        const mesh = new T.Mesh(g, m);
        beam.mesh.parent!.updateMatrixWorld(true);
        mesh.applyMatrix4(beam.mesh.parent!.matrixWorld);
        copy.add(mesh);
      });
      this.ghosts.add(copy);
    }
    this.scene.add(this.ghosts);
    this.update(now);
  }

  // -- looking -----------------------------------------------------------------------------------------------------------------------------

  setView(view: View) {
    const up = this.up.clone(), n = this.data.plane ? normalOf(this.data.plane) : null;
    const side = new T.Vector3(), front = new T.Vector3();
    if (n) front.copy(n); // towards the viewer
    else front.copy(Math.abs(up.z) > 0.5 ? new T.Vector3(0, -1, 0) : new T.Vector3(0, 0, 1));
    side.crossVectors(up, front).normalize();
    const towards = { front: front.clone(), side: side.clone(), top: up.clone().addScaledVector(front, 0.02), corner: front.clone().addScaledVector(side, 0.62).addScaledVector(up, 0.55) }[view];
    if (view === 'front' && n && this.camera === this.perspective) towards.addScaledVector(side, 0.16).addScaledVector(up, 0.1); // a little depth
    this.look(towards.normalize());
  }
  private look(towards: T.Vector3) {
    const fits = this.fitting(towards), middle = fits.middle, distance = fits.distance * (this.shown.follow ? this.back / this.radius : 1), centre = this.centre.clone().add(middle);
    if (this.shown.follow) centre.add(this.followed).sub(this.followedAtStart);
    for (const camera of [this.perspective, this.flat]) {
      camera.up.copy(this.up);
      camera.position.copy(centre).addScaledVector(towards, distance);
      camera.near = distance / 100;
      camera.far = distance * 30 + 100 * this.radius;
    }
    this.flat.zoom = fits.distance / distance;
    this.makeControls(centre.clone());
    const right = new T.Vector3().crossVectors(this.up, towards);
    this.light.target.position.copy(centre);
    const n = this.data.plane ? normalOf(this.data.plane) : this.up; // steep, so that shadows stay near what throws them
    this.light.position.copy(centre).addScaledVector(n, 4 * this.radius).addScaledVector(this.up, 1.3 * this.radius).addScaledVector(towards, 0.8 * this.radius).addScaledVector(right, -1.1 * this.radius);
    const s = this.light.shadow.camera, r = 1.7 * this.radius;
    Object.assign(s, { left: -r, right: r, top: r, bottom: -r, near: 0.1 * this.radius, far: 12 * this.radius });
    s.updateProjectionMatrix();
    this.dirty = true;
  }
  // Where to look and how far away the whole fits, seen from a direction.
  private fitting(towards: T.Vector3): { distance: number; middle: T.Vector3 } {
    const right = new T.Vector3().crossVectors(this.up, towards).normalize(), up = new T.Vector3().crossVectors(towards, right);
    const tall = Math.tan((32 * Math.PI) / 360), wide = tall * Math.max(1, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight) || 1.6);
    const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    for (const c of this.framed) [c.dot(right), c.dot(up)].forEach((x, i) => { low[i] = Math.min(low[i], x), high[i] = Math.max(high[i], x); });
    if (this.framed.length === 0) low.fill(0), high.fill(0);
    const [midX, midY] = [0, 1].map((i) => (low[i] + high[i]) / 2), [halfX, halfY] = [0, 1].map((i) => (high[i] - low[i]) / 2);
    let distance = 1.2 * this.radius;
    for (const c of this.framed) distance = Math.max(distance, c.dot(towards) + Math.max(Math.abs(c.dot(right) - midX) / wide, Math.abs(c.dot(up) - midY) / tall));
    this.flatHalf = 1.15 * Math.max(halfY, (halfX * tall) / wide, 0.3 * this.radius);
    return { distance: 1.1 * distance, middle: right.multiplyScalar(midX).addScaledVector(up, midY) };
  }
  private flatHalf = 1;
  private makeControls(target: T.Vector3) {
    this.controls?.dispose();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.target.copy(target);
    this.controls.addEventListener('change', () => (this.dirty = true));
    this.controls.listenToKeyEvents = () => undefined; // keys are the player's
    this.controls.enableZoom = false; // until it is wanted: pages scroll
    this.controls.update();
  }
  setOrthographic(on: boolean) {
    const to = on ? this.flat : this.perspective, from = this.camera;
    to.position.copy(from.position);
    to.quaternion.copy(from.quaternion);
    const target = this.controls.target.clone();
    this.camera = to;
    this.makeControls(target);
    this.dirty = true;
  }
  get orthographic() { return this.camera === this.flat; }

  // Draws into the canvas of the block. `ratio`: pixels of the screen per pixel of the page.
  draw(width: number, height: number, ratio: number) {
    const gl = renderer(), pen = this.canvas.getContext('2d');
    if (!gl || !pen || width < 2 || height < 2) return;
    const w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
    gl.setPixelRatio(1);
    // It never shrinks, so that stages of several sizes do not make it anew at every frame: each draws into its lower left.
    const now = gl.getSize(new T.Vector2());
    if (now.x < w || now.y < h) gl.setSize(Math.max(w, now.x), Math.max(h, now.y), false);
    gl.setViewport(0, 0, w, h);
    gl.setScissor(0, 0, w, h);
    gl.setScissorTest(true);
    this.perspective.aspect = w / h;
    this.perspective.fov = w < h ? Math.min(60, (2 * Math.atan(Math.tan((32 * Math.PI) / 360) * (h / w)) * 180) / Math.PI) : 32;
    const half = this.flatHalf * Math.max(1, h / w);
    Object.assign(this.flat, { left: (-half * w) / h, right: (half * w) / h, top: half, bottom: -half });
    this.perspective.updateProjectionMatrix();
    this.flat.updateProjectionMatrix();
    gl.setClearColor(theme().stage, 1);
    gl.render(this.scene, this.camera);
    pen.drawImage(gl.domElement, 0, gl.domElement.height - h, w, h, 0, 0, w, h);
    this.dirty = false;
  }

  setShadows(on: boolean) {
    this.light.castShadow = on;
    this.dirty = true;
  }

  // The joint, the point of the map, or the body at a place of the picture, in -1 ... 1.
  pick(x: number, y: number): { joint?: string; body?: string; point?: number } {
    const ray = new T.Raycaster();
    this.scene.updateMatrixWorld(true);
    ray.setFromCamera(new T.Vector2(x, y), this.camera);
    const joints = ray.intersectObjects(this.jointObjects.map((j) => j.object), true);
    if (joints.length > 0) return { joint: joints[0].object.userData.joint as string }; // before bodies: they lie inside them
    const bodies = ray.intersectObjects(this.bodies, true).filter((hit) => hit.object.userData.body);
    const on = this.cloud?.pick(ray);
    if (on && (bodies.length === 0 || on.distance <= bodies[0].distance)) return { point: on.point };
    return bodies.length > 0 ? { body: bodies[0].object.userData.body as string } : {};
  }
  // Where a joint is in the picture, in -1 ... 1.
  jointOnScreen(name: string): [number, number] | null {
    const found = this.jointObjects.find((j) => j.name === name);
    if (!found) return null;
    this.scene.updateMatrixWorld(true);
    this.camera.updateMatrixWorld();
    const p = found.object.getWorldPosition(new T.Vector3()).project(this.camera);
    return [p.x, p.y];
  }
  bodyPosition(i: number): number[] { return this.bodies[i].position.toArray(); }
  bodyTurn(i: number): number[] { const q = this.bodies[i].quaternion; return [q.w, q.x, q.y, q.z]; }
  stationPosition(e: number, station: number): number[] {
    const group = this.bodies[this.data.elastic[e].body];
    return this.beams[e].centre(station).applyQuaternion(group.quaternion).add(group.position).toArray();
  }
  // Where a point of the map is in the picture, in -1 ... 1.
  pointOnScreen(i: number): [number, number] | null {
    if (!this.cloud) return null;
    this.camera.updateMatrixWorld();
    const p = this.cloud.place(i).project(this.camera);
    return [p.x, p.y];
  }
  // Where the arrow of a joint begins, and how far it points.
  arrowOf(joint: string): [number[], number[]] | null {
    const found = this.arrows.find((a) => a.kind === 'reaction' && a.name === joint && a.arrow.group.visible);
    return found ? [found.arrow.group.position.toArray(), found.arrow.along().toArray()] : null;
  }
  arrowsShown(): number { return this.arrows.filter((a) => a.arrow.group.visible).length; }
  // Everything that moves, for an animation: nodes by name.
  nodes(): T.Object3D[] { return [...this.bodies, ...this.stretched.map((s) => s.object)]; }

  dispose() {
    this.controls.dispose();
    this.scene.traverse((o) => {
      if (o instanceof T.Mesh || o instanceof T.Line || o instanceof T.Points) for (const m of [o.material].flat()) m.dispose();
    });
  }
}

function normalOf(plane: string): T.Vector3 { // towards the viewer, as in drawings
  return plane === 'xy' ? new T.Vector3(0, 0, 1) : plane === 'yz' ? new T.Vector3(1, 0, 0) : new T.Vector3(0, -1, 0);
}
function upOf(data: Scene): T.Vector3 {
  if (data.plane) return data.plane === 'xy' ? new T.Vector3(0, 1, 0) : new T.Vector3(0, 0, 1);
  const g = new T.Vector3(...data.gravity);
  if (g.length() === 0) return new T.Vector3(0, 0, 1);
  g.normalize().negate();
  for (const axis of [new T.Vector3(0, 0, 1), new T.Vector3(0, 1, 0), new T.Vector3(1, 0, 0)]) if (Math.abs(g.dot(axis)) > 0.9) return axis.multiplyScalar(Math.sign(g.dot(axis)));
  return g;
}
export function tidyStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * (x / power >= 5 ? 5 : x / power >= 2 ? 2 : 1);
}
// Lines that fade towards the edge.
function gridMaterial(colours: Theme, step: number, reach: number): T.Material {
  return new T.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: T.DoubleSide,
    uniforms: { colour: { value: new T.Color(colours.grid) }, step: { value: step }, reach: { value: reach } },
    vertexShader: 'varying vec2 at; void main(){ at = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `varying vec2 at; uniform vec3 colour; uniform float step; uniform float reach;
      float line(float s){ vec2 w = fwidth(at / s); vec2 d = abs(fract(at / s - 0.5) - 0.5) / max(w, vec2(1e-6)); return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.2, 0.5, max(w.x, w.y))); }
      void main(){ float fade = 1.0 - smoothstep(0.35 * reach, reach, length(at)); float a = max(0.5 * line(step), 0.9 * line(5.0 * step)) * fade; if (a < 0.004) discard; gl_FragColor = vec4(colour, a);
      #include <colorspace_fragment>
      }`,
  });
}
