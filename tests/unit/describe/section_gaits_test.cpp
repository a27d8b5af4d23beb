// gaits: and phases: of a file, against what their definitions give joint by joint.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/forces/phases.hpp"

namespace zanjir::test::gaits {  // names of its own: files of this folder are compiled together
namespace {

constexpr double degree = std::numbers::pi / 180;

std::string chain(const std::string& phases, const std::string& gaits, int joints = 5, const std::string& type = "revolute") {
  return "zanjir: 1\ngravity: [0, 0, 0]\nphases: " + phases + "\ngaits: " + gaits + "\nbodies: {link0: {mass: 1, inertia: point}}\n" +
         "joints: {base: {type: free, parent: ground, child: link0}}\nrepeat:\n  count: " + std::to_string(joints) +
         "\n  bodies: {\"link{i}\": {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n  joints: {\"J{i}\": {type: " + type +
         ", parent: \"link{i-1}\", child: \"link{i}\", axis: z, actuated: false}}\n";
}

Description described(const std::string& text, const Overrides& overrides = {}) {
  Result<Description> result = read_description_text(text, "m.yaml", overrides);
  EXPECT_TRUE(result) << to_text(result.diagnostics);
  return result ? std::move(*result.value) : Description{};
}

Jet motion_at(const Description& d, const std::string& joint, double t) {
  Phases phases;
  for (const PhaseDescription& p : d.phases) phases.add(MotionLaw(p.law));
  PhaseJets room;
  for (const MotionDescription& m : d.motions) {
    if (m.of.name == joint) return MotionLaw(m.laws[0]).at(t, phases.at(t, room));
  }
  ADD_FAILURE() << "no motion of " << joint;
  return {};
}

std::string complaint(const std::string& text) {
  const Result<Description> result = read_description_text(text, "m.yaml");
  EXPECT_FALSE(result);
  return result.diagnostics.empty() ? ""
                                    : result.diagnostics[0].message + (result.diagnostics[0].hint.empty() ? "" : "; " + result.diagnostics[0].hint);
}

}  // namespace

// Digest of the worm study, acceptance 1: the angles add up to the level serpenoid.
TEST(Gaits, ASerpenoidAddsUpToItsTangents) {
  const Description d = described(
      chain("{s: 0.1*t^2}", "{worm: {type: serpenoid, joints: \"J{j}\", count: 15, phase: s, winding: 30 deg, waves: 2, length: 1.6 m}}", 15));
  const double alpha = 30 * degree, w = 2 * std::numbers::pi * 2 / 1.6, l = 0.1;
  ASSERT_EQ(d.motions.size(), 15u);
  for (const double t : {0.0, 0.7, 2.0}) {
    const double s = 0.1 * t * t, sd = 0.2 * t, sdd = 0.2;
    double angle = alpha * std::cos(w * (s + l / 2));
    for (int i = 1; i <= 16; ++i) {
      EXPECT_NEAR(angle, alpha * std::cos(w * (s + (i - 0.5) * l)), rounding(100)) << i;
      if (i < 16) angle += motion_at(d, "J" + std::to_string(i), t).value;
    }
    const double A = -2 * alpha * std::sin(w * l / 2), u = w * (s + 4 * l);  // eqs. (3) and (4) at joint 4
    EXPECT_NEAR(motion_at(d, "J4", t).rate, A * w * std::cos(u) * sd, rounding(40, 1));
    EXPECT_NEAR(motion_at(d, "J4", t).acceleration, A * (w * std::cos(u) * sdd - w * w * std::sin(u) * sd * sd), rounding(40, 10));
  }
}

// The mean of a joint over a wave: a body that is bent so on average goes along a bow.
TEST(Gaits, AnOffsetSteersASerpenoid) {
  const std::string worm = "type: serpenoid, joints: \"J{j}\", count: 5, phase: s, winding: 30 deg, waves: 1, length: 2";
  const Description bent = described(chain("{s: t}", "{worm: {" + worm + ", offset: 7 deg}}"));
  const Description straight = described(chain("{s: t}", "{worm: {" + worm + "}}"));
  for (const char* joint : {"J1", "J4"}) {
    EXPECT_NEAR(motion_at(bent, joint, 0.3).value - motion_at(straight, joint, 0.3).value, 7 * degree, rounding(8));
    EXPECT_NEAR(motion_at(bent, joint, 0.3).value + motion_at(bent, joint, 1.3).value, 14 * degree, rounding(20));  // half a wave later
  }
}

TEST(Gaits, WavesSidewindingAndRollingAreWhatTheyAreCalled) {
  const Description wave =
      described(chain("{s: 2*t}", "{g: {type: wave, joints: [J1, J2, J3, J4], phase: s, amplitude: 0.3, lag: 0.5, shift: 0.1, offset: 0.05}}"));
  const Description side = described(
      chain("{s: 2*t}", "{g: {type: sidewinding, joints: \"J{j}\", count: 4, phase: s, amplitude: 0.3, lift: 0.2, lag: 0.5, offset: 0.05}}"));
  const Description roll = described(chain("{s: 2*t}", "{g: {type: rolling, joints: \"J{k}\", index: k, count: 4, phase: s, amplitude: 0.3}}"));
  const double t = 0.35, s = 0.7;
  for (int j = 1; j <= 4; ++j) {
    const std::string joint = "J" + std::to_string(j);
    const int m = (j + 1) / 2;  // of the joints that turn about this axis
    EXPECT_NEAR(motion_at(wave, joint, t).value, 0.05 + 0.3 * std::sin(s + 0.1 + 0.5 * j), rounding(8));
    EXPECT_NEAR(motion_at(side, joint, t).value, j % 2 ? 0.05 + 0.3 * std::sin(s + 0.5 * m) : 0.2 * std::cos(s + 0.5 * m), rounding(8));
    EXPECT_NEAR(motion_at(roll, joint, t).value, 0.3 * (j % 2 ? std::sin(s) : std::cos(s)), rounding(8));
  }
}

TEST(Gaits, KeyframesGoThroughTheirFramesAgainAndAgain) {
  const Description d = described(
      chain("{s: t/2}", "{g: {type: keyframes, joints: [J1, J2], phase: s, knots: [0, 1, 3], frames: [[0, 1], [0.5, 2], [0, 1]]}}", 2, "prismatic"));
  for (const double turn : {0.0, 3.0, 9.0}) {
    EXPECT_NEAR(motion_at(d, "J1", 2 * (turn + 1)).value, 0.5, rounding(20));
    EXPECT_NEAR(motion_at(d, "J2", 2 * (turn + 1)).value, 2, rounding(20));
    EXPECT_NEAR(motion_at(d, "J1", 2 * turn).value, 0, rounding(20));
  }
}

TEST(Gaits, OscillatorsEndInTheWaveOfTheirLag) {
  const Description d =
      described(chain("{s: 3*t}", "{g: {type: oscillators, joints: \"J{j}\", count: 5, phase: s, amplitude: 0.3, lag: 0.5, coupling: 2}}"));
  EXPECT_EQ(d.phases.size(), 6u);
  const auto at = [&](int j, double t) { return motion_at(d, "J" + std::to_string(j), t); };
  EXPECT_NEAR(at(1, 0).value, 0, rounding(8));
  // Symmetry keeps the middle one at s; the others are ahead of it by their lag.
  for (int j = 1; j <= 5; ++j) {
    EXPECT_NEAR(at(j, 100).value, 0.3 * std::sin(300 + 0.5 * (j - 3)), 1e-6) << j;
    EXPECT_NEAR(at(j, 100).rate, 0.9 * std::cos(300 + 0.5 * (j - 3)), 1e-6) << j;
  }
}

// For phases of both signs, against an integration of its own: the midpoint rule over the equations as the format writes them, halved and extrapolated.
TEST(Gaits, OscillatorsRunBackwardsToo) {
  const std::vector<double> start = {0, 0.5, -0.3, 1, 2};
  for (const double c : {2.0, 0.2}) {
    const double lag = 0.7;
    const auto angles = [&](double s, int steps) {
      std::vector<double> u = start;
      const auto rate = [&](const std::vector<double>& at, std::size_t j) {
        return 1 + c * ((j + 1 < at.size() ? std::sin(at[j + 1] - at[j] - lag) : 0) + (j > 0 ? std::sin(at[j - 1] - at[j] + lag) : 0));
      };
      for (int k = 0; k < steps; ++k) {
        std::vector<double> middle = u, next = u;
        for (std::size_t j = 0; j < u.size(); ++j) middle[j] += s / steps / 2 * rate(u, j);
        for (std::size_t j = 0; j < u.size(); ++j) next[j] += s / steps * rate(middle, j);
        u = next;
      }
      return u;
    };
    const Description d = described(chain("{s: \"-0.5*t\"}",
                                          "{g: {type: oscillators, joints: \"J{j}\", count: 5, phase: s, amplitude: 0.3, lag: 0.7, offset: 0.02, "
                                          "coupling: " +
                                              std::to_string(c) + ", start: [0, 0.5, -0.3, 1, 2]}}"));
    for (const double s : {-80.0, -12.0, -4.0, -1.0, -0.1, 1.0, 12.0}) {
      const int steps = 8000;
      const std::vector<double> coarse = angles(s, steps), fine = angles(s, 2 * steps);
      for (std::size_t j = 0; j < 5; ++j) {
        const double u = fine[j] + (fine[j] - coarse[j]) / 3;
        EXPECT_NEAR(motion_at(d, "J" + std::to_string(j + 1), -2 * s).value, 0.02 + 0.3 * std::sin(u), 1e-6) << "J" << j + 1 << " at s = " << s;
      }
    }
  }
}

// A chain that starts in its wave has always been in it, though backwards that wave keeps nobody who is off it.
TEST(Gaits, OscillatorsThatStartInTheirWaveStayInIt) {
  const Description d =
      described(chain("{s: \"-t\"}", "{g: {type: oscillators, joints: [J1, J2, J3], phase: s, amplitude: 0.3, lag: 0.5, start: [0, 0.5, 1]}}"));
  for (const double t : {0.0, 1.0, 50.0}) EXPECT_NEAR(motion_at(d, "J3", t).value, 0.3 * std::sin(1 - t), rounding(400));
}

TEST(Gaits, FollowWhatIsSet) {
  const std::string text = chain("{s: t}", "{worm: {type: serpenoid, joints: \"J{j}\", count: 5, phase: s, winding: 30 deg, waves: 1}}");
  const Description d = described(text, {{"gaits.worm.winding", "10 deg"}, {"phases.s", "{law: cycloid, from: 0, to: 1, duration: 2 s}"}});
  EXPECT_NEAR(motion_at(d, "J1", 1).value, -2 * 10 * degree * std::sin(std::numbers::pi / 6) * std::sin(2 * std::numbers::pi * (0.5 + 1.0 / 6)),
              rounding(20));
}

// A law that is written as a map had been called a map of several values, of which one was to be named.
TEST(Gaits, AnExpressionTakesThePlaceOfANamedLaw) {
  const std::string text =
      chain("{s: {law: cycloid, from: 0, to: 1, duration: 2}}", "{g: {type: wave, joints: [J1], phase: s, amplitude: 1, shift: 0.1}}");
  const Description d = described(text, {{"phases.s", "0.3*t"}});
  EXPECT_NEAR(motion_at(d, "J1", 0.5).value, std::sin(0.15 + 0.1), rounding(8));
  EXPECT_NEAR(motion_at(d, "J1", 0.5).rate, 0.3 * std::cos(0.15 + 0.1), rounding(8));
  EXPECT_EQ(to_text(read_description_text(text, "m.yaml", {{"gaits.g", "3"}}).diagnostics),
            "--set gaits.g:1:1: error: gaits.g: this is a map of several values; name one of them: gaits.g.type\n1 error, nothing was done\n");
}

TEST(Gaits, OfMotorsAreTheirTargets) {
  const Description d = described(std::string(schema::examples::gaits));
  ASSERT_EQ(d.controls.size(), 2u);
  EXPECT_EQ(d.controls[1].of.name, "M2");
  EXPECT_EQ(d.controls[1].kind, ControlKind::pd);
  EXPECT_EQ(*d.controls[1].limit, 1.5);
  EXPECT_EQ(d.phases.back().name, "motors");  // the law of the gait became a phase of its name
  EXPECT_EQ(d.controls[0].target.phase, static_cast<int>(d.phases.size()) - 1);
}

TEST(Gaits, AreWrittenBackAsLawsOfTheirPhases) {
  const Description d = described(std::string(schema::examples::gaits));
  const Result<std::string> text = write_description(d);
  ASSERT_TRUE(text) << to_text(text.diagnostics);
  const Description again = described(*text.value);
  ASSERT_EQ(again.motions.size(), d.motions.size());
  for (const MotionDescription& m : d.motions) {
    const Jet a = motion_at(d, m.of.name, 1.3), b = motion_at(again, m.of.name, 1.3);
    EXPECT_EQ(a.value, b.value) << m.of.name;
    EXPECT_EQ(a.acceleration, b.acceleration) << m.of.name;
  }
}

TEST(Gaits, SayWhatIsWrong) {
  const auto worm = [](const std::string& rest) { return "{worm: {type: serpenoid, phase: s, winding: 30 deg, " + rest + "}}"; };
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: [J1], waves: 1"))),
            "a wave needs three links at least, that is two joints; name more joints, or give a larger `count`");
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: \"J{j}\", count: 5, waves: 3"))),
            "a body of 6 links cannot show so many waves; two links per wave or fewer are a zigzag");
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: \"J{j}\", waves: 1"))), "`count` is missing");
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: J1, count: 3, waves: 1"))), "all joints would be 'J1'; put the index in braces: J{j}");
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: \"J{j}\", count: 5"))), "`waves` is missing");
  EXPECT_EQ(complaint(chain("{s: t}", worm("joints: \"J{j}\", count: 0, waves: 1"))),
            "is 0, and must lie between 1 and 100000; a chain of n links has n - 1 joints");
  for (const char* type : {"wave, amplitude: 0.1", "serpenoid, winding: 0.3, waves: 1", "keyframes, knots: [0, 1], frames: [[], []]"})
    EXPECT_EQ(complaint(chain("{s: t}", std::string("{g: {joints: [], phase: s, type: ") + type + "}}")),  // had done nothing, without a word
              "the list is empty: a gait that moves no joint; name the joints in their order along the chain");
  for (const char* type : {"sidewinding", "rolling"}) {
    EXPECT_EQ(complaint(chain("{s: t}", std::string("{g: {type: ") + type + ", joints: [J1], phase: s, amplitude: 0.1}}")),
              "axes take turns in this gait: it needs three links at least, that is two joints");
  }
  EXPECT_EQ(
      complaint(chain(
          "{s: t}", "{g: {type: wave, joints: [J1, J2], phase: s, amplitude: 0.1, lag: 1}, h: {type: wave, joints: [J2], phase: s, amplitude: 1}}")),
      "'J2' exists already; the first stands in line 4");
  EXPECT_EQ(complaint(chain("{s: t}", "{g: {type: wave, joints: [J1.slide, J1.angle], phase: s, amplitude: 0.1}}", 2, "cylindrical")),
            "'J1.angle' and 'J1.slide' are not both angles or both lengths; write one gait for each kind, with the same phase");
  EXPECT_EQ(complaint(chain("{s: t}", "{g: {type: keyframes, joints: [J1], phase: s, knots: [0, 1], frames: [[0], [1]]}}")),
            "the last frame of a periodic gait is its first one; or say `ends: rest`");
  for (const char* joint : {"base", "base.x"}) {  // had contradicted each other
    EXPECT_EQ(complaint(chain("{s: t}", std::string("{g: {type: wave, joints: [") + joint + "], phase: s, amplitude: 0.1}}")),
              "a free joint moves as a whole, and a gait moves single coordinates; prescribe 'base' under `motion`, with x, y, z and `turn`");
  }
  // A joint that is not there had been told as `motion.J6`, which the file does not have.
  const std::string beyond = chain("{s: t}", "\n  g: {type: wave, joints: \"J{j}\", count: 6, phase: s, amplitude: 0.1}");
  EXPECT_EQ(complaint(beyond), "no joint 'J6'; `count` asks for 6 joints, and this is number 6; did you mean 'J1'?");
  EXPECT_EQ(read_description_text(beyond, "m.yaml").diagnostics[0].key_path, "gaits.g.joints");
  EXPECT_EQ(complaint(chain("{s: t}", "{g: {type: wave, joints: [J1, J22], phase: s, amplitude: 0.1, control: {type: pd, kp: 1, kd: 1}}}")),
            "no joint 'J22'; did you mean 'J2'?");
  EXPECT_EQ(complaint(chain("{sin: t}", "{}")), "'sin' has a meaning of its own in expressions; choose another name");
  EXPECT_EQ(complaint(chain("{a: b + 1, b: t}", "{}")), "unknown name 'b'");
  EXPECT_EQ(complaint(chain("{s: t}", "{}") + "motion: {J1: {law: sine, of: r, amplitude: 1, angular_frequency: 1}}\n"),
            "no phase 'r'; did you mean 's'?");
  EXPECT_EQ(complaint(chain("{s: t, v: rate(s)}", "{}") + "motion: {J1: v}\n"),
            "a motion needs rates and accelerations, which rate() and acceleration() of a phase do not have; they are for loads and forces");
}

// An angle had been taken for metres.
TEST(Gaits, OfAnglesAreRefusedOnSlides) {
  const auto said = [](const std::string& gait, const std::string& type = "prismatic") {
    return to_text(
        read_description_text(chain("{s: t}", "\n  g: {phase: s, joints: \"J{j}\", count: 5, " + gait + "}", 5, type), "m.yaml").diagnostics);
  };
  EXPECT_EQ(said("type: serpenoid, waves: 1, winding: 30 deg"),
            "m.yaml:5:79: error: gaits.g.winding: is an angle, and 'J1' is a slide, whose coordinate is a length; a serpenoid wave bends a body at "
            "hinges; a wave along slides is `type: wave` with an `amplitude` in m\n1 error, nothing was done\n");
  EXPECT_NE(said("type: wave, amplitude: 30 deg").find("m.yaml:5:66: error: gaits.g.amplitude: wants a length (m), but '30 deg' is an angle"),
            std::string::npos)
      << said("type: wave, amplitude: 30 deg");
  EXPECT_NE(
      said("type: wave, amplitude: 30 mm", "revolute").find("m.yaml:5:66: error: gaits.g.amplitude: wants an angle (rad), but '30 mm' is a length"),
      std::string::npos)
      << said("type: wave, amplitude: 30 mm", "revolute");
  EXPECT_EQ(said("type: wave, amplitude: 30 mm"), "");
}

// A key of another type had been read by nobody.
TEST(Gaits, RefuseKeysOfOtherTypes) {
  const std::pair<std::string, std::string> types[] = {
      {"serpenoid, winding: 0.3, waves: 1", "winding waves length offset"},
      {"wave, amplitude: 0.1", "amplitude lag shift offset"},
      {"sidewinding, amplitude: 0.1", "amplitude lift lag shift offset"},
      {"rolling, amplitude: 0.1", "amplitude"},
      {"keyframes, knots: [0, 1], frames: [[0, 0, 0, 0], [0, 0, 0, 0]]", "knots frames ends"},
      {"oscillators, amplitude: 0.1", "amplitude lag offset coupling start"},
  };
  const std::pair<std::string, std::string> keys[] = {
      {"winding", "0.1"}, {"waves", "1"},    {"length", "1"},           {"amplitude", "0.1"}, {"lift", "0.1"},
      {"lag", "0.1"},     {"shift", "0.1"},  {"offset", "0.1"},         {"knots", "[]"},      {"frames", "[]"},
      {"ends", "rest"},   {"coupling", "1"}, {"start", "[0, 0, 0, 0]"},
  };
  for (const auto& [type, own] : types) {
    for (const auto& [key, value] : keys) {
      if (type.find(key + ":") != std::string::npos) continue;
      const std::string text = chain("{s: t}", "{g: {joints: \"J{j}\", count: 4, phase: s, type: " + type + ", " + key + ": " + value + "}}");
      if ((" " + own + " ").find(" " + key + " ") != std::string::npos) {
        described(text);
        continue;
      }
      EXPECT_EQ(complaint(text).find("`" + key + "` has no meaning with `type: " + type.substr(0, type.find(',')) + "`; it has `" +
                                     own.substr(0, own.find(' ')) + "`"),
                0u)
          << complaint(text);
    }
  }
  const Result<Description> result = read_description_text(
      "zanjir: 1\ngravity: [0, 0, 0]\nphases: {s: t}\ngaits:\n  g:\n    {type: rolling, joints: [A, B], phase: s, amplitude: 1, lag: 1}\n"
      "bodies: {a: {mass: 1, inertia: point}, b: {mass: 1, inertia: point}}\njoints:\n  A: {type: prismatic, parent: ground, child: a, axis: x}\n"
      "  B: {type: prismatic, parent: a, child: b, axis: y}\n",
      "m.yaml");
  EXPECT_EQ(to_text(result.diagnostics).find("m.yaml:6:61: error: gaits.g.lag: `lag` has no meaning with `type: rolling`; it has `amplitude`"), 0u)
      << to_text(result.diagnostics);
}

// Copies of a block after the first with an error are not read: that their joints are not there is no mistake of the gait.
TEST(Gaits, DoNotMissJointsThatCouldNotBeRead) {
  std::string text = chain("{}", "{w: {type: wave, joints: \"J{j}\", count: 5, phase: t, amplitude: 10 deg}}");
  text.replace(text.find("axis: z"), 7, "axis: z, at: [1 kg, 0, 0]");
  const Result<Description> result = read_description_text(text, "m.yaml");
  ASSERT_EQ(result.diagnostics.size(), 1u) << to_text(result.diagnostics);
  EXPECT_EQ(result.diagnostics[0].message, "wants a length (m), but '1 kg' is a mass");
}

// What a text says of the dimension of a phase is held against the gait that goes by it: of `t` alone nothing is known, of what stands beside it all but the seconds.
TEST(Gaits, RefuseAPhaseThatIsNoAngle) {
  const auto wave = [](const std::string& phases, const std::string& phase) {
    return chain(phases, "{w: {type: wave, joints: [J1], phase: " + phase + ", amplitude: 10 deg}}");
  };
  const std::string mass = "{law: cycloid, from: 0, to: 12 g, duration: 3 s}";
  EXPECT_EQ(
      complaint(wave("{s: " + mass + "}", "s")),
      "the phase of `type: wave` wants an angle (rad), but 's' is a mass; divide it by what a wave takes of it, for example \"2*pi*s/(0.4 m)\"");
  for (const std::string& phase :
       {mass, std::string("\"12 kg*t\""), std::string("\"0.3 m/s*t\""), std::string("\"t*3 m\""), std::string("\"1 + 2 N*t^2\"")})
    EXPECT_TRUE(complaint(wave("{}", phase)).starts_with("the phase of `type: wave` wants an angle")) << phase;
  EXPECT_TRUE(complaint(wave("{s: \"0.5 m/s*t\"}", "\"rate(s)*1 s\"")).find("is a length") != std::string::npos);
  EXPECT_EQ(complaint(wave("{}", "\"2 Hz*t\"")),
            "the phase of `type: wave` wants an angle (rad), but '2 Hz*t' counts cycles; write rad/s, deg/s or rpm, or multiply by 2*pi");
  EXPECT_TRUE(complaint(wave("{s: {law: cycloid, from: 1 m, to: 12 kg, duration: 3 s}}", "t")).starts_with("`to` is a mass, but `from` is a length"));
  for (const std::string& phase :
       {std::string("\"2*t\""), std::string("\"2 rad/s*t\""), std::string("\"2*pi*2 Hz*t\""), std::string("\"(0.5*t^2) rad\""),
        std::string("\"(90*t/(2 s)) deg\""), std::string("{law: cycloid, from: 0, to: 12 rad, duration: 3 s}"), std::string("\"t*(1 m)/(0.5 m)\""),
        std::string("\"sqrt(4 rad^2*t^2)\"")})
    described(wave("{}", phase));
  described(wave("{s: \"0.5 m/s*t\"}", "\"s/(0.1 m)\""));
}

TEST(Gaits, CompareWhatGoesAlongAPhaseWithIt) {
  const auto worm = [](const std::string& length) {
    return chain("{s: \"0.5 m/s*t\"}",
                 "{w: {type: serpenoid, joints: \"J{j}\", count: 5, phase: s, winding: 30 deg, waves: 1, length: " + length + "}}");
  };
  described(worm("2 m"));
  described(worm("2"));
  EXPECT_EQ(complaint(worm("2 kg")), "is a mass, but the phase is a length; both have one unit");
  const auto frames = [](const std::string& phase, const std::string& knots) {
    return chain("{s: " + phase + "}", "{w: {type: keyframes, joints: [J1], phase: s, knots: " + knots + ", frames: [[0], [0]]}}");
  };
  const std::string covered = "{law: cycloid, from: 0, to: 1 m, duration: 3 s}";
  described(frames(covered, "[0, 1 m]"));
  EXPECT_EQ(complaint(frames(covered, "[0, 1 kg]")), "wants a length (m), but '1 kg' is a mass");
  EXPECT_EQ(complaint(frames("\"0.5 m/s*t\"", "[0, 1 kg]")), "is a mass, but the phase is a length; both have one unit");
  EXPECT_TRUE(complaint(frames("\"0.5 kg/s*t\"", "[0, 1]")).starts_with("the phase of `type: keyframes` wants an angle (rad), but 's' is a mass"));
}

// A law of a phase has its arguments in the unit of the phase, and its rate that unit per second.
TEST(Phases, CarryTheirUnits) {
  const auto motion = [](const std::string& phase, const std::string& law) {
    std::string text = chain("{s: " + phase + "}", "{}");
    return text + "motion: {J1: " + law + "}\n";
  };
  const std::string covered = "{law: cycloid, from: 0, to: 1 m, duration: 3 s}";
  EXPECT_EQ(complaint(motion(covered, "\"2*s\"")), "wants an angle (rad), but '2*s' is a length");
  EXPECT_EQ(complaint(motion(covered, "{law: cycloid, of: s, from: 0, to: 1, start: 2 kg, duration: 1}")),
            "wants a length (m), but '2 kg' is a mass");
  EXPECT_EQ(complaint(motion("2 rad*t", "\"12 kg*s\"")), "wants an angle (rad), but '12 kg*s' is a kg s");
  described(motion(covered, "\"s/(2 m)\""));
  described(motion(covered, "{law: cycloid, of: s, from: 0, to: 1, start: 20 cm, duration: 0.5}"));
  described(motion("\"sin(t)\"", "\"s*5 deg\""));
}

}  // namespace zanjir::test::gaits
