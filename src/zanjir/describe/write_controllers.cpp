// Sampled controllers and their blocks.
#include <cmath>

#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/written_parts.hpp"

namespace zanjir {
namespace {

std::string input_text(const BlockInput& in, const std::vector<std::string>& values) {
  const std::string& name = values[static_cast<std::size_t>(in.place)];
  return in.sign < 0 ? "-" + name : name_text(name);
}

std::string block_text(const BlockDescription& b, const std::vector<std::string>& values, double period_s, std::span<const std::string> phases) {
  EntryWriter out(schema::block);
  out.word("type", word_of(b.kind));
  std::vector<std::string> taken, joints;
  for (const BlockInput& in : b.of) taken.push_back(input_text(in, values));
  for (const NameRef& joint : b.joints) joints.push_back(name_text(joint.name));
  const auto limits = [&] {
    if (!std::isfinite(b.max) && !std::isfinite(b.min)) return;
    if (std::isfinite(b.max)) out.number("max", b.max);
    if (!std::isfinite(b.max) || b.min != -b.max) out.number("min", b.min);
  };
  const auto cutoff = [&] {
    if (b.cutoff_Hz > 0) out.number("cutoff", b.cutoff_Hz);
  };
  if (!taken.empty() && b.kind != BlockKind::computed_torque) out.text("of", taken.size() == 1 ? taken[0] : list_text(taken));
  switch (b.kind) {
    case BlockKind::signal:
      out.text("law", law_text(b.law, phases));
      if (b.derivative > 0) out.text("derivative", std::to_string(b.derivative));
      break;
    case BlockKind::sensor:
      out.name("quantity", b.quantity).number_unless_default("quantum", b.quantum).number_unless_default("noise", b.level);
      out.number_unless_default("bias", b.bias);
      break;
    case BlockKind::noise: out.number("noise", b.level); break;
    case BlockKind::sum:
    case BlockKind::product: break;
    case BlockKind::gain: out.number("by", b.by); break;
    case BlockKind::expression: out.text("value", law_text(b.law, values)); break;
    case BlockKind::filter:
      cutoff();
      if (b.order != 1) out.text("order", std::to_string(b.order));
      break;
    case BlockKind::derivative: cutoff(); break;
    case BlockKind::pid:
      out.number_unless_default("kp", b.kp).number_unless_default("ki", b.ki).number_unless_default("kd", b.kd);
      cutoff();
      limits();
      break;
    case BlockKind::integral:
    case BlockKind::limit: limits(); break;
    case BlockKind::rate_limit: out.number("rate", b.rate); break;
    case BlockKind::delay:
      if (b.samples != 1) out.number("time", b.samples * period_s);
      break;
    case BlockKind::quantise: out.number("quantum", b.quantum); break;
    case BlockKind::backlash:
    case BlockKind::dead_zone: out.number("width", b.width); break;
    case BlockKind::computed_torque: {
      std::vector<std::string> entries;
      for (std::size_t i = 0; i < joints.size(); ++i) entries.push_back(joints[i] + ": " + taken[i]);
      out.text("accelerations", map_text(entries)).word_unless_default("base", b.base_moves ? "moving" : "still");
      break;
    }
    case BlockKind::gravity: out.text("joints", list_text(joints)); break;
    case BlockKind::lead: {
      std::vector<std::string> entries;
      for (const MotionGiven& m : b.lead) entries.push_back(name_text(m.of.name) + ": " + led_text(m, phases));
      out.text("joints", list_text(joints)).text("motion", map_text(entries));
      break;
    }
    case BlockKind::custom: {
      std::vector<std::string> entries;
      for (const auto& [key, x] : b.numbers) entries.push_back(name_text(key) + ": " + number_text(x));
      out.text("kind", name_text(b.custom));
      if (!entries.empty()) out.text("numbers", map_text(entries));
      if (b.memory > 0) out.text("memory", std::to_string(b.memory));
      break;
    }
  }
  if (b.initial) out.number("initial", *b.initial);
  if (b.trip) out.number("trip", *b.trip);
  return out.done();
}

}  // namespace

std::string controller_text(const ControllerDescription& c, std::span<const std::string> phases) {
  EntryWriter out(schema::controller);
  out.number("every", c.period_s).number_unless_default("start", c.start_s).number_unless_default("delay", c.delay_s);
  if (c.seed != 0) out.text("seed", std::to_string(c.seed));
  std::vector<std::string> blocks, forces;
  const std::vector<std::string> values = outputs_of(c);
  for (const BlockDescription& b : c.blocks) blocks.push_back(name_text(b.name) + ": " + block_text(b, values, c.period_s, phases));
  for (const AppliedDescription& a : c.apply) {
    EntryWriter force(schema::applied);
    force.text("force", input_text(a.force, values));
    if (a.limit) force.number("limit", *a.limit);
    forces.push_back(name_text(a.joint.name) + ": " + (a.limit ? force.done() : input_text(a.force, values)));
  }
  return out.text("blocks", map_text(blocks)).text("apply", map_text(forces)).done();
}

}  // namespace zanjir
