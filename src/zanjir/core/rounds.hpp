// Every two of n meet once, in rounds of n/2 pairs that have nothing to do with each other, so that the roots and quotients of one do not wait for those of the
// next. With an odd number one rests in each round.
#pragma once

namespace zanjir {

template <int n> struct Rounds {
  static constexpr int players = n + n % 2, rounds = players - 1, pairs = n / 2;
  int first[rounds][pairs > 0 ? pairs : 1] = {}, second[rounds][pairs > 0 ? pairs : 1] = {};
  constexpr Rounds() {
    for (int r = 0; r < rounds; ++r) {  // one stays, the others move on round the table
      int k = 0;
      for (int i = 0; i < players / 2; ++i) {
        const int a = i == 0 ? players - 1 : (r + i) % rounds, b = (r + rounds - i) % rounds;
        if (a >= n || b >= n) continue;
        first[r][k] = a < b ? a : b;
        second[r][k++] = a < b ? b : a;
      }
    }
  }
};

}  // namespace zanjir
