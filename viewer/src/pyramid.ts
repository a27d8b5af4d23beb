// Long curves in few points: each level keeps of four points the smallest and the largest, in the order in which they stand, so no peak is lost.
export interface Level {
  t: Float64Array;
  values: Float32Array[];
}

function coarser(fine: Level): Level {
  const n = fine.t.length, parts = Math.ceil(n / 4);
  const t = new Float64Array(2 * parts), values = fine.values.map(() => new Float32Array(2 * parts));
  for (let p = 0; p < parts; ++p) {
    const from = 4 * p, to = Math.min(n, from + 4);
    t[2 * p] = fine.t[from];
    t[2 * p + 1] = fine.t[to - 1];
    fine.values.forEach((v, c) => {
      let low = from, high = from;
      for (let i = from + 1; i < to; ++i) {
        if (v[i] < v[low] || Number.isNaN(v[low])) low = i;
        if (v[i] > v[high] || Number.isNaN(v[high])) high = i;
      }
      values[c][2 * p] = v[Math.min(low, high)];
      values[c][2 * p + 1] = v[Math.max(low, high)];
    });
  }
  return { t, values };
}

export class Pyramid {
  private readonly levels: Level[];
  constructor(t: Float64Array, values: Float32Array[]) {
    this.levels = [{ t, values }];
    while (this.levels[this.levels.length - 1].t.length > 1500) this.levels.push(coarser(this.levels[this.levels.length - 1]));
  }
  get finest(): Level { return this.levels[0]; }
  // At most about `points` points between two instants, with a neighbour on either side.
  between(from: number, to: number, points: number): Level {
    for (const level of this.levels) {
      const t = level.t;
      let a = 0, b = t.length;
      for (let low = 0, high = t.length; low < high;) {
        const m = (low + high) >> 1;
        if (t[m] < from) low = a = m + 1;
        else high = m;
      }
      for (let low = a, high = t.length; low < high;) {
        const m = (low + high) >> 1;
        if (t[m] <= to) low = m + 1;
        else high = b = m;
      }
      a = Math.max(0, a - 1), b = Math.min(t.length, b + 1);
      if (b - a <= points || level === this.levels[this.levels.length - 1]) return { t: t.subarray(a, b), values: level.values.map((v) => v.subarray(a, b)) };
    }
    return this.levels[this.levels.length - 1];
  }
}
