#include "zanjir/simulate/side_by_side.hpp"

#include <algorithm>
#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <exception>
#include <vector>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/simulate/lane_motion.hpp"
#include "zanjir/simulate/stack_switch.hpp"

namespace zanjir {
namespace {

namespace context = boost::context;

constexpr std::size_t stack_bytes = 1 << 20;  // touched as far as it is used
// Runs that are under way at once: some want another step, others have met an event. Eight lanes were on average 5.7 full with one run for each, 7.7 with two, 7.9 with four.
constexpr std::ptrdiff_t runs_per_lane = 4;

}  // namespace

struct SideBySide::Impl {
  // One run after the other, on a stack of its own.
  class Lane final : public SharedForward {
   public:
    Lane(int nv, bool finds_slopes) : vdot_(VecX::Zero(nv)), forces_(VecX::Zero(nv)), finds_slopes_(finds_slopes) {}

    void start(const Take& take, const Work& work) {
      context::protected_fixedsize_stack allocator(stack_bytes);
      const context::stack_context stack = allocator.allocate();
      switch_.own_stack(static_cast<char*>(stack.sp) - stack.size, stack.size);
      run_ = context::fiber{std::allocator_arg, context::preallocated(stack.sp, stack.size, stack), allocator,
                            [this, &take, &work](context::fiber&& outside) {
                              switch_.arrived_inside();
                              outside_ = std::move(outside);
                              try {
                                for (std::ptrdiff_t i = take(); i >= 0; i = take()) work(i, this);
                              } catch (...) {
                                error = std::current_exception();
                              }
                              asks = Asks::nothing;
                              switch_.leave_for_good();
                              return std::move(outside_);
                            }};
      go_on();
    }
    // Until it asks, or ends.
    void go_on() {
      asks = Asks::nothing;
      switch_.enter();
      run_ = std::move(run_).resume();
      switch_.arrived_outside();
    }

    bool accelerations(const State& state, const VecX& tau, Solution& solution, const Workspace*& where) override {
      question = {&state, &tau, &vdot_, &forces_, nullptr, false};
      stand_aside(Asks::accelerations);
      if (!question.answered) return false;
      clear_answer(solution);
      solution.vdot = vdot_;
      solution.tau = forces_;
      if (question.where) where = question.where;
      return true;
    }

    bool finds_slopes() const override { return finds_slopes_; }
    bool slope(const StepConditions& conditions, double t_s, const double* y, double* ydot) override {
      task = {conditions, nullptr, false, t_s, 0, t_s, y, &ydot};
      return perform();
    }
    bool stages(const StepConditions& conditions, const RungeKuttaTable& table, double t0_s, double h_s, double t_end_s, const double* y0,
                double* const* k, double* y_end, Sight& at_end) override {
      task = {conditions, &table, false, t0_s, h_s, t_end_s, y0, k, y_end, &at_end};
      return perform();
    }
    bool gaps(const StepConditions& conditions, double t_s, const double* y, Sight& sight) override {
      task = {conditions, nullptr, true, t_s, 0, t_s, y, nullptr, nullptr, &sight};
      return perform();
    }

    // What it waits for.
    enum class Asks : std::uint8_t { nothing, accelerations, task };
    Asks asks = Asks::nothing;
    LaneQuestion question;
    LaneTask task;
    std::exception_ptr error;

   private:
    void stand_aside(Asks what) {
      asks = what;
      switch_.leave();
      outside_ = std::move(outside_).resume();
      switch_.arrived_inside();
    }
    bool perform() {
      stand_aside(Asks::task);
      return task.answered;
    }
    context::fiber run_, outside_;
    StackSwitch switch_;
    VecX vdot_, forces_;
    bool finds_slopes_;
  };

  Impl(const Model& m, const State& reference) : model(m), solver(m, reference, {1, true}), motion(m, reference) {}

  static bool same_kind(const Lane& a, const Lane& b) { return a.asks == b.asks && (a.asks != Lane::Asks::task || a.task.same_kind(b.task)); }

  // Of those who wait, first come first served: as many as there are lanes of the kind that most wait for. The others are joined by those who then want the same. Moved to the front.
  std::size_t choose(std::vector<Lane*>& waiting) const {
    const auto width = static_cast<std::size_t>(solver.lanes());
    const Lane* chosen = nullptr;
    std::size_t most = 0;
    for (const Lane* first : waiting) {
      if (chosen && same_kind(*first, *chosen)) continue;
      std::size_t n = 0;
      for (const Lane* lane : waiting) n += same_kind(*lane, *first);
      if (n > most) chosen = first, most = n;
      if (most >= width || 2 * most >= waiting.size()) break;
    }
    std::size_t n = 0;
    for (std::size_t i = 0; i < waiting.size() && n < width; ++i) {
      if (!same_kind(*waiting[i], *chosen)) continue;
      std::rotate(waiting.begin() + static_cast<std::ptrdiff_t>(n), waiting.begin() + static_cast<std::ptrdiff_t>(i),
                  waiting.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      ++n;
    }
    return n;
  }

  void run(const Take& take, const Work& work, std::ptrdiff_t at_once) {
    std::vector<std::unique_ptr<Lane>> lanes;
    std::vector<Lane*> waiting;
    // Where accelerations are all that is asked for, everybody waits for the same, and more runs would only push each other out of the caches.
    const bool steps = motion.why_not().empty();
    const std::ptrdiff_t most = (steps ? runs_per_lane : 1) * solver.lanes();
    for (std::ptrdiff_t k = 0; k < std::clamp<std::ptrdiff_t>(at_once, solver.lanes(), most); ++k) {
      lanes.push_back(std::make_unique<Lane>(model.nv(), steps));
      lanes.back()->start(take, work);
      if (lanes.back()->asks != Lane::Asks::nothing) waiting.push_back(lanes.back().get());
    }
    std::vector<LaneQuestion> questions;
    std::vector<LaneTask*> tasks;
    while (!waiting.empty()) {
      const std::size_t n = choose(waiting);
      if (waiting[0]->asks == Lane::Asks::task) {
        tasks.clear();
        for (std::size_t i = 0; i < n; ++i) tasks.push_back(&waiting[i]->task);
        motion.perform(tasks);
      } else {
        questions.clear();
        for (std::size_t i = 0; i < n; ++i) questions.push_back(waiting[i]->question);
        solver.forward(questions);
        for (std::size_t i = 0; i < n; ++i) waiting[i]->question = questions[i];
      }
      for (std::size_t i = 0; i < n; ++i) waiting[i]->go_on();
      std::rotate(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(n), waiting.end());
      std::erase_if(waiting, [](const Lane* lane) { return lane->asks == Lane::Asks::nothing; });
    }
    for (const auto& lane : lanes)
      if (lane->error) std::rethrow_exception(lane->error);
  }

  const Model& model;
  BatchSolver solver;
  LaneMotion motion;
};

SideBySide::SideBySide(const Model& model, const State& reference) : impl_(std::make_unique<Impl>(model, reference)) {}
SideBySide::~SideBySide() = default;
int SideBySide::lanes() const { return impl_->solver.lanes(); }

void SideBySide::run(const Take& take, const Work& work, std::ptrdiff_t at_once) {
  if (lanes() > 1) return impl_->run(take, work, at_once);
  for (std::ptrdiff_t i = take(); i >= 0; i = take()) work(i, nullptr);
}

}  // namespace zanjir
