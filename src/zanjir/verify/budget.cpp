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

// Those who do not make a round much dearer, and in any case two, take part in every one: rounds are worth having only if something is compared in them. When the others cannot do so as well, they get half of the
// time, and there are as many rounds as the rest pays for. From the cheapest of them on, each takes what it needs for all those rounds, or an equal part of what is left.
void Budget::plan() {
  constexpr double spendable = 0.95;  // prices waver; the last rounds shall not be those that nobody can pay
  const auto price = [](const Party& p) { return p.seconds / p.rounds; };
  const double charged = std::accumulate(parties_.begin(), parties_.end(), 0.0, [](double sum, const Party& p) { return sum + p.seconds; });
  std::vector<Party*> by_price;
  for (Party& p : parties_)
    if (p.rounds > 0) by_price.push_back(&p);  // nobody knows what the others take
  std::stable_sort(by_price.begin(), by_price.end(), [&](const Party* a, const Party* b) { return price(*a) < price(*b); });
  double round_s = std::max(0.0, elapsed_s() - charged) / round_;  // what every round costs: first whoever takes part, then with those who always do
  std::size_t first_dear = 0;
  for (; first_dear < by_price.size() && (first_dear < 2 || price(*by_price[first_dear]) <= round_s); ++first_dear) {
    by_price[first_dear]->planned = true;
    round_s += price(*by_price[first_dear]);
  }
  const double left_s = std::max(0.0, spendable * limit_s_ - elapsed_s());
  const double rounds = std::min<double>(n_rounds_ - round_, round_s > 0 ? std::max(1.0, left_s / 2 / round_s) : n_rounds_ - round_);
  double for_dear_s = std::max(0.0, left_s - rounds * round_s);
  for (std::size_t i = first_dear; i < by_price.size(); ++i) {
    Party& p = *by_price[i];
    const double wanted = price(p) * rounds, taken = std::min(wanted, for_dear_s / static_cast<double>(by_price.size() - i));
    for_dear_s -= taken;
    p.credit += taken / wanted;
    p.planned = p.credit >= 1;
    if (p.planned) p.credit -= 1;
  }
}

bool Budget::may(int party, double expected_s) {
  constexpr double negligible = 0.01;  // of the limit: whoever takes no more for a round finishes it
  Party& p = parties_[at(party)];
  const double price_s = std::max(expected_s, p.rounds > 0 ? p.seconds / p.rounds : 0);
  const bool fits = limit_s_ <= 0 || (price_s > 0 && price_s < negligible * limit_s_) || elapsed_s() + expected_s <= limit_s_;
  if (p.planned && fits) return true;
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
