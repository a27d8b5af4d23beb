#include "zanjir/simulate/side_by_side.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <exception>
#include <vector>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/simulate/stack_switch.hpp"

namespace zanjir {
namespace {

namespace context = boost::context;

constexpr std::size_t stack_bytes = 1 << 20;  // touched as far as it is used

}  // namespace

struct SideBySide::Impl {
  // One run after the other, on a stack of its own.
  class Lane final : public SharedForward {
   public:
    explicit Lane(int nv) : vdot_(VecX::Zero(nv)), forces_(VecX::Zero(nv)) {}

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
                              asks = false;
                              switch_.leave_for_good();
                              return std::move(outside_);
                            }};
      go_on();
    }
    // Until it asks, or ends.
    void go_on() {
      asks = false;
      switch_.enter();
      run_ = std::move(run_).resume();
      switch_.arrived_outside();
    }

    bool accelerations(const State& state, const VecX& tau, Solution& solution, const Workspace*& where) override {
      question = {&state, &tau, &vdot_, &forces_, nullptr, false};
      asks = true;
      switch_.leave();
      outside_ = std::move(outside_).resume();
      switch_.arrived_inside();
      if (!question.answered) return false;
      clear_answer(solution);
      solution.vdot = vdot_;
      solution.tau = forces_;
      if (question.where) where = question.where;
      return true;
    }

    LaneQuestion question;
    bool asks = false;
    std::exception_ptr error;

   private:
    context::fiber run_, outside_;
    StackSwitch switch_;
    VecX vdot_, forces_;
  };

  Impl(const Model& m, const State& reference) : model(m), solver(m, reference, {1, true}) {}

  void run(const Take& take, const Work& work) {
    std::vector<std::unique_ptr<Lane>> lanes;
    for (int k = 0; k < solver.lanes(); ++k) {
      lanes.push_back(std::make_unique<Lane>(model.nv()));
      lanes.back()->start(take, work);
    }
    std::vector<LaneQuestion> questions;
    std::vector<Lane*> asking;
    for (;;) {
      questions.clear(), asking.clear();
      for (const auto& lane : lanes) {
        if (lane->asks) questions.push_back(lane->question), asking.push_back(lane.get());
      }
      if (asking.empty()) break;
      solver.forward(questions);
      for (std::size_t i = 0; i < asking.size(); ++i) {
        asking[i]->question = questions[i];
        asking[i]->go_on();
      }
    }
    for (const auto& lane : lanes)
      if (lane->error) std::rethrow_exception(lane->error);
  }

  const Model& model;
  BatchSolver solver;
};

SideBySide::SideBySide(const Model& model, const State& reference) : impl_(std::make_unique<Impl>(model, reference)) {}
SideBySide::~SideBySide() = default;
int SideBySide::lanes() const { return impl_->solver.lanes(); }

void SideBySide::run(const Take& take, const Work& work) {
  if (lanes() > 1) return impl_->run(take, work);
  for (std::ptrdiff_t i = take(); i >= 0; i = take()) work(i, nullptr);
}

}  // namespace zanjir
