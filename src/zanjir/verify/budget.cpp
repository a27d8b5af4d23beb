#include "zanjir/verify/budget.hpp"

#include <algorithm>
#include <numeric>

#include "zanjir/core/ids.hpp"

namespace zanjir {

Budget::Budget(double limit_s, int n_rounds, int n_parties, Clock clock)
    : limit_s_(limit_s), n_rounds_(n_rounds), clock_(std::move(clock)), began_s_(clock_()), parties_(at(n_parties)) {}

bool Budget::begin_round() {
  if (round_ >= 0 && over()) return false;
  ++round_;
  if (round_ > 0 && limit_s_ > 0) plan();
  return true;
}

// From the cheapest on, each takes what it needs for all rounds that are left, or an equal part of what those before it have left over.
void Budget::plan() {
  const double rounds_left = n_rounds_ - round_;
  const double charged = std::accumulate(parties_.begin(), parties_.end(), 0.0, [](double sum, const Party& p) { return sum + p.seconds; });
  const double others_per_round = std::max(0.0, elapsed_s() - charged) / round_;  // what every round costs whoever takes part
  constexpr double spendable = 0.95;  // prices waver; the last rounds shall not be those that nobody can pay
  double left = std::max(0.0, spendable * limit_s_ - elapsed_s() - others_per_round * rounds_left);
  std::vector<Party*> by_price;
  for (Party& p : parties_) by_price.push_back(&p);
  const auto price = [](const Party& p) { return p.rounds > 0 ? p.seconds / p.rounds : 0.0; };
  std::stable_sort(by_price.begin(), by_price.end(), [&](const Party* a, const Party* b) { return price(*a) < price(*b); });
  for (std::size_t i = 0; i < by_price.size(); ++i) {
    Party& p = *by_price[i];
    const double wanted = price(p) * rounds_left, share = left / static_cast<double>(by_price.size() - i), taken = std::min(wanted, share);
    left -= taken;
    p.planned = taken == wanted;
    if (p.planned) continue;
    p.credit += taken / wanted;
    p.planned = p.credit >= 1;
    if (p.planned) p.credit -= 1;
  }
}

bool Budget::may(int party) {
  Party& p = parties_[at(party)];
  if (p.rounds == 0 || (p.planned && !over())) return true;
  if (p.last_refused != round_) ++p.refused;
  p.last_refused = round_;
  return false;
}

void Budget::charge(int party, double seconds) {
  Party& p = parties_[at(party)];
  p.seconds += seconds;
  if (p.last_round == round_) return;
  p.last_round = round_;
  ++p.rounds;
}

}  // namespace zanjir
