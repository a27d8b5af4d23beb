#include "support/random_model.hpp"
#include "zanjir/describe/description.hpp"

#include <cstdlib>
#include <numeric>

namespace zanjir::test {

namespace {

constexpr double pi = 3.14159265358979323846;

BodyDescription random_body(Random& random, std::string name) {
  BodyDescription body;
  body.name = std::move(name);
  body.mass_kg = random.uniform(0.5, 3);
  body.com_m = random_vector(random, -0.2, 0.2);
  body.inertia_com_kg_m2 = random_inertia(random, body.mass_kg, 0.3);
  body.inertia_given.fill(true);
  return body;
}

// Axes as a user may write them: not of unit length. Universal: not parallel; planar: at right angles.
std::vector<Vec3d> random_axes(Random& random, JointType type) {
  const Vec3d a = random_direction(random);
  Vec3d b = random_direction(random);
  const int count = axes_of(type);
  if (count > 1) {
    while (std::abs(spatial::dot(a, b)) > 0.8) b = random_direction(random);
    if (type != JointType::universal) b = spatial::cross(a, b);
  }
  std::vector<Vec3d> axes;
  if (count > 0) axes.push_back(a * random.uniform(0.5, 2));
  if (count > 1) axes.push_back(b * random.uniform(0.5, 2));
  return axes;
}

LawDescription random_law(Random& random, double scale) {
  return polynomial_law(
      {scale * random.uniform(-1, 1), scale * random.uniform(-1, 1), scale * random.uniform(-1, 1), 0.3 * scale * random.uniform(-1, 1)});
}

void add_motion(Random& random, const JointDescription& joint, Description& out) {
  MotionDescription motion;
  motion.of = {joint.name, {}};
  for (std::size_t i = 0; i < scalar_coordinates(joint.type).size(); ++i) motion.laws.push_back(random_law(random, 0.7));
  if (has_quaternion(joint.type)) {
    for (int i = 0; i < 3; ++i) {
      motion.turn_axes.push_back(random_direction(random));
      motion.turn_angles.push_back(random_law(random, 0.7));
    }
  }
  out.motions.push_back(std::move(motion));
}

// Everything that sits on the speeds of one joint.
void add_joint_elements(Random& random, const RandomTreeOptions& options, const JointDescription& joint, Description& out) {
  const JointTraits& parts = traits(joint.type);
  for (std::size_t i = 0; i < parts.speeds.size(); ++i) {
    const std::string speed = part_name(joint.name, parts.speeds[i]);
    if (random.chance(options.rotor_chance)) {
      out.actuators.push_back({{speed, {}}, random.uniform(-30, 30), random.uniform(1e-4, 1e-3), 1, false, {}, {}, {}});
    }
    if (random.chance(options.joint_spring_chance)) {
      const bool scalar = parts.coordinates.size() == parts.speeds.size();  // else the speed has no coordinate of its own
      SpringDescription spring;
      spring.name = "s_" + speed;
      spring.joint = NameRef{scalar ? part_name(joint.name, parts.coordinates[i]) : speed, {}};
      spring.damping = random.uniform(0.1, 2);
      if (scalar) {
        spring.stiffness = random.uniform(1, 20);
        spring.rest = random.uniform(-0.5, 0.5);
      }
      out.springs.push_back(std::move(spring));
    }
    if (random.chance(options.joint_load_chance)) {
      LoadDescription load;
      load.name = "l_" + speed;
      load.joint = NameRef{speed, {}};
      load.value = random_law(random, 3);
      out.loads.push_back(std::move(load));
    }
  }
}

std::string random_frame(Random& random, int n_bodies, Description& out) {
  const int body = random.integer(0, n_bodies);
  const std::string owner = body == 0 ? "ground" : "b" + std::to_string(body);
  if (random.chance(0.3)) return owner;
  const std::string name = "p" + std::to_string(out.frames.size());
  add_frame(out, owner, name, random_pose(random, 0.4));
  return owner + "." + name;
}

void add_frame_elements(Random& random, const RandomTreeOptions& options, Description& out) {
  for (int i = 0; i < options.n_frame_springs; ++i) {
    SpringDescription spring;
    spring.name = "fs" + std::to_string(i);
    std::string a = random_frame(random, options.n_bodies, out), b = a;
    const auto owner = [](const std::string& frame) { return frame.substr(0, frame.find('.')); };
    while (owner(a) == owner(b)) b = random_frame(random, options.n_bodies, out);
    spring.between = {NameRef{a, {}}, NameRef{b, {}}};
    spring.stiffness = random.uniform(5, 50);
    spring.rest = random.chance(0.3) ? 0.0 : random.uniform(0.1, 0.6);
    spring.damping = random.uniform(0, 3);
    out.springs.push_back(std::move(spring));
  }
  for (int i = 0; i < options.n_frame_loads; ++i) {
    LoadDescription load;
    load.name = "fl" + std::to_string(i);
    load.on = NameRef{random_frame(random, options.n_bodies, out), {}};
    load.world_axes = i % 2 == 0;
    for (int k = 0; k < 3; ++k) load.moment[static_cast<std::size_t>(k)] = random_law(random, 1);
    for (int k = 0; k < 3; ++k) load.force[static_cast<std::size_t>(k)] = random_law(random, 5);
    out.loads.push_back(std::move(load));
  }
}

template <class T> void shuffle(Random& random, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
}

}  // namespace

std::vector<JointType> RandomTreeOptions::all_that_move() {
  std::vector<JointType> types;
  for (const JointTraits& joint : joint_table)
    if (!joint.speeds.empty()) types.push_back(joint.type);
  return types;
}

RandomTreeOptions RandomTreeOptions::with_everything(int n_bodies) {
  RandomTreeOptions options;
  options.n_bodies = n_bodies;
  options.rotor_chance = 0.3;
  options.prescribed_chance = 0.15;
  options.joint_spring_chance = 0.3;
  options.joint_load_chance = 0.3;
  options.n_frame_springs = 1 + n_bodies / 3;
  options.n_frame_loads = 1 + n_bodies / 3;
  options.shuffled = true;
  return options;
}

Description random_tree(Random& random, const RandomTreeOptions& options) {
  Description out;
  out.files = {"random"};
  out.name = "random";
  if (options.gravity) out.gravity_m_s2 = random_direction(random) * 9.81;
  bool moves = false;
  for (int i = 1; i <= options.n_bodies; ++i) {
    const std::string body = "b" + std::to_string(i);
    out.bodies.push_back(random_body(random, body));

    JointDescription joint;
    joint.name = "j" + std::to_string(i);
    joint.type = options.types[static_cast<std::size_t>(random.integer(0, static_cast<int>(options.types.size()) - 1))];
    if (i == 1 && options.floating_base) joint.type = JointType::free;
    // The last body moves if none before it did, so that nv > 0.
    if (random.chance(options.weld_chance) && (moves || i < options.n_bodies) && !(i == 1 && options.floating_base)) joint.type = JointType::weld;
    moves = moves || joint.type != JointType::weld;
    const int nearest_allowed = options.floating_base ? 1 : 0;
    const int inboard = i == 1 ? 0 : random.chance(options.branching) ? random.integer(nearest_allowed, i - 1) : i - 1;

    // Joint frames on both bodies, perhaps through a named frame whose pose comes before `at`.
    const auto end = [&](const std::string& owner, const char* tag) {
      if (!random.chance(options.frame_chance)) return NameRef{owner, {}};
      const std::string name = tag + joint.name;
      add_frame(out, owner, name, random_pose(random, 0.3));
      return NameRef{owner + "." + name, {}};
    };
    NameRef near = end(inboard == 0 ? "ground" : "b" + std::to_string(inboard), "n"), far = end(body, "f");
    const bool reversed = random.chance(options.reversed_chance);
    joint.parent = reversed ? far : near;
    joint.child = reversed ? near : far;
    joint.at_parent.X = random_pose(random, 0.4);
    joint.at_child_given = random.chance(options.at_child_chance);
    if (joint.at_child_given) joint.at_child.X = random_pose(random, 0.3);
    joint.axes = random_axes(random, joint.type);

    if (joint.type != JointType::weld && (!reversed || same_coordinates_swapped(joint.type))) {
      if (random.chance(options.prescribed_chance)) {
        add_motion(random, joint, out);
      } else {
        add_joint_elements(random, options, joint, out);
      }
    }
    out.joints.push_back(std::move(joint));
  }
  add_frame_elements(random, options, out);
  if (options.shuffled) {
    shuffle(random, out.bodies);
    shuffle(random, out.joints);
    shuffle(random, out.frames);
  }
  return out;
}

State random_tree_state(const Model& model, Random& random) {
  State state;
  state.t_s = random.uniform(0, 2);
  state.q = VecX::Zero(model.nq());
  state.v = random_vecx(random, model.nv());
  for (const Joint& joint : model.joints()) {
    double* q = state.q.data() + joint.q_begin;
    for (const JointPart& part : scalar_coordinates(joint.type))
      *q++ = part.measure == Measure::angle ? random.uniform(-pi, pi) : random.uniform(-0.5, 0.5);
    if (!has_quaternion(joint.type)) continue;
    const Quatd r = random_quaternion(random);
    q[0] = r.w, q[1] = r.x, q[2] = r.y, q[3] = r.z;
  }
  return state;
}

Vec3d random_vector(Random& random, double low, double high) {
  const double x = random.uniform(low, high), y = random.uniform(low, high), z = random.uniform(low, high);
  return {x, y, z};
}

Vec3d random_direction(Random& random) {
  Vec3d a{0, 0, 0};
  while (spatial::norm(a) < 1e-3) {
    const double x = random.normal(), y = random.normal(), z = random.normal();
    a = {x, y, z};
  }
  return a * (1 / spatial::norm(a));
}

Quatd random_quaternion(Random& random) {
  Quatd q{0, 0, 0, 0};
  while (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z < 1e-6) {
    const double w = random.normal(), x = random.normal(), y = random.normal(), z = random.normal();
    q = {w, x, y, z};
  }
  return spatial::normalized(q);
}

Transformd random_pose(Random& random, double reach_m) {
  const Vec3d p = random_vector(random, -reach_m, reach_m);
  return {spatial::to_matrix(random_quaternion(random)), p};
}

// Second moments of mass a, b, c > 0 along the principal axes give moments b + c, a + c, a + b, which meet the triangle inequality.
Sym3d random_inertia(Random& random, double mass_kg, double size_m) {
  const auto second_moment = [&] { return mass_kg * size_m * size_m * random.uniform(0.05, 0.4); };
  const double a = second_moment(), b = second_moment(), c = second_moment();
  return spatial::rotate(spatial::to_matrix(random_quaternion(random)), Sym3d{b + c, a + c, a + b, 0, 0, 0});
}

VecX random_vecx(Random& random, int size, double scale) {
  VecX out(size);
  for (int i = 0; i < size; ++i) out[i] = scale * random.normal();
  return out;
}

LawDescription polynomial_law(std::vector<double> coefficients) {
  LawDescription law;
  law.kind = LawKind::polynomial;
  law.numbers = std::move(coefficients);
  return law;
}

LawDescription constant_law(double value) {
  LawDescription law;
  law.expression = Expression::constant(value);
  return law;
}

void add_frame(Description& description, const std::string& body, const std::string& name, const Transformd& X) {
  FrameDescription frame;
  frame.body.name = body;
  frame.name = name;
  frame.pose.X = X;
  description.frames.push_back(std::move(frame));
}

std::vector<std::uint64_t> seeds(int count) {
  if (const char* text = std::getenv("ZANJIR_SEED")) return {std::strtoull(text, nullptr, 10)};
  std::vector<std::uint64_t> out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), std::uint64_t{1});
  return out;
}

std::string trace(std::uint64_t seed, const RandomTreeOptions& options) {
  return "seed " + std::to_string(seed) + ", " + std::to_string(options.n_bodies) + " bodies (again: ZANJIR_SEED=" + std::to_string(seed) + ")";
}

}  // namespace zanjir::test
