"""What is shown of the results of benchmarks: tables and sentences in Markdown, each made of {benchmark: results} of one machine. For bench_tables.py."""
import math

UNITS = {"ns": 1e9, "µs": 1e6, "ms": 1e3, "s": 1}


def number(x, digits=3):
    """So many digits, never with an exponent."""
    if x is None:
        return ""
    for decimals in range(9):
        text = f"{x:.{decimals}f}"
        if len(text.replace(".", "").replace("-", "").lstrip("0")) >= digits:
            return text
    return text


def table(head, lines):
    lines = [[str(cell) for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *lines])


def time_cell(row, unit):
    """Median and quartiles."""
    if row is None:
        return ""
    at = [number(row[key] * UNITS[unit]) for key in ("median_s", "q1_s", "q3_s")]
    return f"{at[0]} ({at[1]} to {at[2]})"


def select(rows, **wanted):
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def one(rows, **wanted):
    found = select(rows, **wanted)
    return found[0] if found else None


def values(rows, key):
    """In the order in which they come, once each."""
    return list(dict.fromkeys(row[key] for row in rows))


def ratio(a, b, key="median_s"):
    return a[key] / b[key] if a and b else None


def fastest(rows):
    return min(rows, key=lambda row: row["median_s"]) if rows else None


def span(ratios):
    """0.51 to 0.64"""
    ratios = [r for r in ratios if r is not None]
    return f"{min(ratios):.2f} to {max(ratios):.2f}" if ratios else "not measured"


# -- tables; each takes {benchmark: results} of one machine


def provenance(results):
    return table(["results", "commit", "date (UTC)", "compiler", "sweeps", "load at the start"],
                 [[f"[{name}]({name}.json)", h["commit"][:10], h["date"][:16].replace("T", " "), h["compiler"], h["sweeps"], number(h["load"], 2)]
                  for name, h in ((name, data["header"]) for name, data in results.items())])


def kernels(results):
    rows = results["kernel_cost"]["kernels"]
    columns = list(dict.fromkeys((row["isa"], row["lanes"]) for row in rows))
    lines = []
    for task in values(rows, "task"):
        for robot in values(rows, "robot"):
            lines.append([task, robot] + [time_cell(one(rows, task=task, robot=robot, isa=isa, lanes=lanes), "ns") for isa, lanes in columns])
        exponents = results["kernel_cost"]["exponents"]
        lines.append([task, "growth exponent"] + [f"{one(exponents, task=task, isa=isa, lanes=lanes)['exponent']:.2f}" for isa, lanes in columns])
    return table(["task", "robot"] + [isa if lanes == 1 else f"{isa} ×{lanes}" for isa, lanes in columns], lines)


def walks(results):
    rows = results["kernel_cost"]["walks"]
    columns = list(dict.fromkeys((row["isa"], row["lanes"]) for row in rows))
    cells = lambda robot: [" / ".join(number(one(rows, robot=robot, isa=isa, lanes=lanes, walk=walk)["median_s"] * 1e9) for walk in ("rows", "world"))
                           for isa, lanes in columns]
    return table(["robot"] + [isa if lanes == 1 else f"{isa} ×{lanes}" for isa, lanes in columns], [[robot] + cells(robot) for robot in values(rows, "robot")])


def is_peer(results, row):
    return row["who"] in [peer["library"] for peer in results["peers"]]


def beside_peer(results, rows):
    """(the peer's row or None, ours) of rows that took turns; the fastest build and variant of the peer counts."""
    peer = fastest([row for row in rows if is_peer(results, row)])
    ours = [row for row in rows if not is_peer(results, row)]
    return peer, ours


def kernels_beside(results):
    data = results["tree_peers"]
    rows = data["kernels"]
    sets = values([row for row in rows if not is_peer(data, row)], "how")
    lines = []
    for robot in values(rows, "robot"):
        for task in values(rows, "task"):
            peer, ours = beside_peer(data, select(rows, robot=robot, task=task))
            cells = [f"{time_cell(one(ours, how=isa), 'ns')}, {with_ratio(one(ours, how=isa), peer)}" for isa in sets]
            lines.append([robot, task, time_cell(peer, "ns"), peer["how"] if peer else "no peer"] + cells)
    return table(["robot", "task", "peer ns", "peer"] + [f"{isa} ns, ratio" for isa in sets], lines)


def with_ratio(ours, peer):
    r = ratio(ours, peer)
    return f"**{r:.2f}**" if r is not None else "-"


def kernel_ratios(results):
    """Ours over the peer's, the widest instruction set that was measured."""
    data = results["tree_peers"]
    rows = data["kernels"]
    isa = values([row for row in rows if not is_peer(data, row)], "how")[-1]
    lines = []
    for task in values(rows, "task"):
        cells = []
        for robot in values(rows, "robot"):
            peer, ours = beside_peer(data, select(rows, robot=robot, task=task))
            cells.append(with_ratio(one(ours, how=isa), peer).strip("*"))
        lines.append([task, *cells])
    return table([f"{isa}"] + values(rows, "robot"), lines)


def calls_beside(results):
    data = results["tree_peers"]
    lines = []
    for robot in values(data["calls"], "robot"):
        for task in values(data["calls"], "task"):
            peer, ours = beside_peer(data, select(data["calls"], robot=robot, task=task))
            face = [row for row in ours if row["who"].startswith("Dynamics::")][0]
            cell = lambda row: f"{time_cell(row, 'ns')}, {with_ratio(row, peer)}" if row else "-"
            lines.append([robot, task, time_cell(peer, "ns"), peer["how"] if peer else "no peer",
                          cell(face), cell(one(ours, who="Solver::solve")), cell(one(ours, who="kernel"))])
    return table(["robot", "task", "peer ns", "peer's public call", "`Dynamics` ns, ratio", "`Solver` ns, ratio", "kernel alone ns, ratio"], lines)


def loops_beside(results):
    data = results["loop_peers"]
    lines = []
    for mechanism in values(data["calls"], "mechanism"):
        peer, ours = beside_peer(data, select(data["calls"], mechanism=mechanism))
        cells = [f"{time_cell(one(ours, who=who), 'ns')}, {with_ratio(one(ours, who=who), peer)}" for who in
                 ("Dynamics::forward", "Solver::solve", "Solver::solve, all reactions", "newton-euler, rank given")]
        lines.append([mechanism, time_cell(peer, "ns"), peer["how"] if peer else "no peer", *cells])
    return table(["mechanism", "peer ns", "peer's public call", "`Dynamics` ns, ratio", "`Solver` ns, ratio",
                  "`Solver` with all reactions ns, ratio", "rank given ns, ratio"], lines)


LANES = {"avx512": "8 lanes (AVX-512)", "avx2": "4 lanes (AVX2)"}


def times_as_many(row, peer):
    """How many states are answered in the time of one call of the peer."""
    return ratio(peer, row)


def batch_runs(results):
    data = results["batch_runs"]
    lines = []
    for gain in data["gain"]:
        who = {key: gain[key] for key in ("mechanism", "method")}
        lines.append([f"`{gain['mechanism']}`, `{gain['method']}`", time_cell(one(data["runs"], lanes=1, **who), "ms"), time_cell(one(data["runs"], lanes=gain["lanes"], **who), "ms"), f"**{gain['times_faster']:.2f}**"])
    return table(["ms per run", "one by one", "side by side", "times faster"], lines)


def batch(results):
    if "batch" not in results:
        return "Not measured yet: there is no batch.json."
    data = results["batch"]
    sets = [isa for isa in LANES if select(data["states"], how=isa)]
    lines = []
    for mechanism, task in dict.fromkeys((row["mechanism"], row["task"]) for row in data["states"]):
        peer, ours = beside_peer(data, select(data["states"], mechanism=mechanism, task=task))
        cells = []
        for isa in sets:
            row = one(ours, how=isa)
            cells += [time_cell(row, "ns"), f"**{times_as_many(row, peer):.1f}**" if peer else f"{number(1e-6 / row['median_s'], 2)} million per second"]
        lines.append([f"{mechanism}, {task}", time_cell(peer, "ns"), peer["how"] if peer else "none", *cells])
    return table(["ns per state", "peer's single call", "peer", *(head for isa in sets for head in (LANES[isa], "times its rate"))], lines)


def loop_questions(results):
    rows = results["loop_cost"]["mechanisms"]
    tasks = ("forward", "forward with reactions", "inverse with reactions")
    lines = []
    for name in values(rows, "mechanism"):
        first = one(rows, mechanism=name)
        lines.append([name, first["speeds"], first["rows"], first["rank"]] +
                     [time_cell(one(rows, mechanism=name, task=task, by="newton-euler"), "µs") or "-" for task in tasks])
    return table(["mechanism", "speeds", "rows", "rank", *tasks], lines)


def rank_kept(results):
    rows = results["loop_cost"]["mechanisms"]
    lines = []
    for name in values(rows, "mechanism"):
        given, kept = (one(rows, mechanism=name, by=f"Solver, rank {how}") for how in ("given", "kept"))
        lines.append([name, time_cell(given, "µs"), time_cell(kept, "µs"), f"{ratio(kept, given):.2f}"])
    return table(["mechanism", "µs, rank given", "µs, rank kept by the solver", "ratio"], lines)


def growth(results, tasks, unit):
    rows, exponents = results["loop_cost"]["growth"], results["loop_cost"]["exponents"]
    rows = [row for row in rows if row["task"] in tasks]
    sizes = sorted(set(row["N"] for row in rows))
    lines = []
    for mechanism, task in dict.fromkeys((row["mechanism"], row["task"]) for row in rows):
        cells = [one(rows, mechanism=mechanism, task=task, N=n) for n in sizes]
        lines.append([mechanism, task] + [number(cell["median_s"] * UNITS[unit]) if cell else "" for cell in cells] +
                     [f"{one(exponents, mechanism=mechanism, task=task)['exponent']:.2f}"])
    return table([f"{unit}, median", "task"] + [f"N = {n}" for n in sizes] + ["exponent, N ≥ 10"], lines)


def loop_growth(results):
    return growth(results, ("forward", "forward with reactions"), "µs")


def start_growth(results):
    return growth(results, ("start of a run",), "ms")


def branches(results):
    lines = []
    for row in results["branch_cost"]["branches"]:
        lines.append([row["mechanism"], str(row["branches"]), row["task"], time_cell(row, "µs"), f"{row['median_s'] / row['branches'] * 1e6:.3g}"])
    return table(["mechanism", "branches", "task", "µs, median", "µs per branch of the pose"], lines)


def map_poses(results):
    return table(["pentapod", "poses", "µs per pose", "seconds per million"],
                 [[row["time"], str(row["poses"]), time_cell(row, "µs"), f"{row['median_s'] * 1e6:.3g}"] for row in results["map_cost"]["poses"]])


def sweep_units(results):
    return table(["workers", "units", "ms of wall time per unit"],
                 [[str(row["workers"]), str(row["units"]), time_cell(row, "ms")] for row in results["map_cost"]["units"]])


def map_boundary(results):
    return table(["depth", "cells on the boundary", "evaluations", "ms", "µs per such cell beyond the lattice"],
                 [[str(row["depth"]), str(row["cells_on_boundary"]), str(row["evaluations"]), time_cell(row, "ms"),
                   f"{row['us_per_cell_beyond_lattice']:.3g}" if row["depth"] else ""] for row in results["map_cost"]["boundary"]])


def face(results):
    data = results["face_cost"]
    lines = []
    for name in values(data["forward"], "mechanism"):
        below, solver, top = select(data["forward"], mechanism=name)
        lines.append([name, below["call"], time_cell(below, "µs"), time_cell(solver, "µs"), time_cell(top, "µs"), f"{ratio(top, below):.2f}"])
    return table(["mechanism", "below", "µs below", "µs `Solver::solve`", "µs `Dynamics::forward`", "face / below"], lines)


def inverse_tasks(results):
    bare, *samples = results["face_cost"]["inverse"]
    return table(["3-RRR", "µs", "ratio"],
                 [["inverse dynamics with reactions, alone", time_cell(bare, "µs"), ""]] +
                 [[row["call"], time_cell(row, "µs"), f"{ratio(row, bare):.1f}"] for row in samples])


def projection(results):
    data = results["simulation_cost"]
    lines = []
    for r in data["residuals"]:
        at = lambda variant: one(data["steps"], mechanism=r["mechanism"], method=r["method"], variant=variant)
        loops = r["mechanism"] != "arm_6r"
        lines.append([r["mechanism"], r["method"], time_cell(at("plain"), "µs"), time_cell(at("projected"), "µs") if loops else "",
                      f"{ratio(at('projected'), at('plain')):.2f}" if loops else "", f"{r['projections']} of {r['steps']}" if loops else "",
                      f"{r['plain_m']:.0e}" if loops else "", f"{r['worst_of_run_m']:.0e}" if loops else "",
                      time_cell(at("run"), "µs"), time_cell(at("run with rows"), "µs")])
    return table(["mechanism", "method", "plain", "projected", "ratio", "projections", "residual plain, m", "worst residual of the run, m", "run",
                  "run with rows"], lines)


def formulations(results):
    return table(["mechanism", "formulation", "evaluations", "µs per evaluation, all included", "times real time"],
                 [[r["mechanism"], f"`{r['formulation']}`", r["evaluations"], number(r["evaluation_s"] * 1e6), number(r["times_real_time"])]
                  for r in results["simulation_cost"]["formulations"]])


SPRING_AIMS = {"loops": 500, "Ks 1e6": 130, "Ks 1e8, 5 ms": 100}  # times real time


def springs(results):
    data = results["spring_cost"]
    lines = []
    for r in data["runs"]:
        who = {key: r[key] for key in ("case", "formulation", "method")}
        aim = SPRING_AIMS.get(r["case"])
        lines.append([r["case"], f"`{r['formulation']}`", f"`{r['method']}`", r["evaluations"], f"{r['opening_m']:.1e}",
                      time_cell(one(data["evaluations"], **who), "µs"), time_cell(r, "s"), number(r["times_real_time"]),
                      f"{aim}, {verdict(r['times_real_time'] >= aim)}" if aim else ""])
    return table(["case", "formulation", "method", "evaluations", "Σ\\|c\\|, m", "µs per evaluation alone", "s per run of 6 s", "times real time",
                  "aim"], lines)


def gait_laws(results):
    rows = results["gait_cost"]["laws"]
    lines = []
    for law in values(rows, "law"):
        cells = []
        for joints in values(rows, "joints"):
            row = one(rows, law=law, joints=joints)
            cells += [time_cell(row, "ns"), f"{ratio(row, one(rows, law=row['twin'], joints=joints)):.2f}"]
        lines.append([law, one(rows, law=law, joints=joints)["twin"], *cells])
    return table(["law", "beside"] + [text for joints in values(rows, "joints") for text in (f"{joints} joints, ns per joint", "ratio")], lines)


def of_gaits(rows):
    """Results without a gait are of the worm, which was alone at first."""
    return [{"gait": "worm", **row} for row in rows]


def crawlers(results):
    data = results["gait_cost"]
    rows, growths = of_gaits(data["crawl"]), of_gaits(data.get("growth", []))
    sizes = values(rows, "links")
    lines = []
    for gait in values(rows, "gait"):
        cells = [one(rows, gait=gait, links=n) for n in sizes]
        exponent, off = one(growths, gait=gait), one(rows, gait=gait, links=16).get("off_m")
        imbalances = [c["imbalance"] for c in cells if c and "imbalance" in c]
        lines.append([gait] + [number(c["times_real_time"]) if c else "" for c in cells] +
                     [f"{exponent['exponent']:.2f}" if exponent else "", f"{off:.0e}" if off is not None else "", f"{max(imbalances):.0e}" if imbalances else ""])
    return table(["times real time"] + [f"{n} links" for n in sizes] + ["growth exponent of the cost", "off at 16 links, m", "worst imbalance"], lines)


def every_gait(results):
    rows = results["gait_cost"].get("real_time", [])
    return table(["gait", "model", "evaluations", "s per run of 2 s", "times real time", "off, m", "worst imbalance"],
                 [[r["gait"], f"`{r['model']}`", r["evaluations"], time_cell(r, "s"), number(r["times_real_time"]), f"{r['off_m']:.0e}", f"{r['imbalance']:.0e}"] for r in rows])


def elastic(results):
    data = results["elastic_cost"]
    sizes = [n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if select(data["evaluations"], links=n)]
    lines = []
    for f in values(data["evaluations"], "formulation"):
        cells = [one(data["evaluations"], formulation=f, links=n) for n in sizes]
        exponent = one(data["exponents"], formulation=f)["exponent"]
        lines.append([f"`{f}`"] + [number(c["median_s"] * 1e6) if c else "" for c in cells] + [f"{exponent:.2f}" if exponent is not None else ""])
    return table(["µs, median"] + [f"{n} links" for n in sizes] + ["exponent, ≥ 50 links"], lines)


def elastic_runs(results):
    return table(["modes", "evaluations", "imbalance of the energy", "s per run"],
                 [[r["modes"], r["evaluations"], f"{r['imbalance']:.0e}", time_cell(r, "s")] for r in results["elastic_cost"]["runs"]])


def work_at(rows, error):
    """(seconds, evaluations) at which a method reaches an error, along the curve through its runs; None where it does not."""
    points = sorted((r for r in rows if r["error"] and r["reached_end"]), key=lambda r: r["median_s"])
    for a, b in zip(points, points[1:]):
        if a["error"] >= error >= b["error"]:
            share = (math.log(a["error"]) - math.log(error)) / max(math.log(a["error"]) - math.log(b["error"]), 1e-300)
            between = lambda key: math.exp((1 - share) * math.log(a[key]) + share * math.log(b[key]))
            return between("median_s"), between("evaluations")
    return None


def work_precision(results, name="work_precision_mechanisms", error=1e-6):
    rows = results[name]["runs"]
    problems = values(rows, "problem")
    lines = []
    for method in values(rows, "method"):
        cells = [work_at(select(rows, problem=p, method=method), error) for p in problems]
        lines.append([f"`{method}`"] + [f"{number(c[0] * 1e3)} ({c[1]:.0f})" if c else "" for c in cells])
    return table([f"ms (evaluations) to an error of {error:.0e}"] + problems, lines)


def small_work_precision(results):
    return work_precision(results, "work_precision", 1e-6)


# -- aims: what was asked for, the worst that was measured, and whether it was reached


def verdict(reached):
    return "reached" if reached else "**missed**"


def peer_aims(results, aim):
    if "tree_peers" in results:
        data = results["tree_peers"]

        def against(rows, tasks, how=None, who=None):
            found = []
            for robot in values(rows, "robot"):
                for task in tasks:
                    peer, ours = beside_peer(data, select(rows, robot=robot, task=task))
                    for row in ours:
                        if (how is None or row["how"] == how) and (who is None or row["who"].startswith(who)):
                            found.append((ratio(row, peer), f"{task}, {robot}"))
            return found

        dynamics, rest = ("inverse_dynamics", "forward_dynamics"), ("mass_matrix", "kinematics", "jacobian")
        for isa in values([row for row in data["kernels"] if not is_peer(data, row)], "how"):
            text = f"kernel / Pinocchio, inverse and forward dynamics, {isa}"
            aim(text, 1.0 if isa == "base" else 0.9, against(data["kernels"], dynamics, how=isa))
            aim(f"{text}, hoped for", 0.55, against(data["kernels"], dynamics, how=isa))
            aim(f"kernel / Pinocchio, mass matrix, kinematics, Jacobian, {isa}", 1.2, against(data["kernels"], rest, how=isa))
        aim("`Dynamics` / Pinocchio's public call, inverse and forward dynamics", 1.0, against(data["calls"], dynamics, who="Dynamics::"))
        aim("`Dynamics` / Pinocchio's public call, forward dynamics, hoped for", 0.5, against(data["calls"], ["forward_dynamics"], who="Dynamics::"))
        aim("`Dynamics` / Pinocchio's public call, mass matrix", 1.2, against(data["calls"], ["mass_matrix"], who="Dynamics::"))
    if "batch_runs" in results:
        aim("falls of the elastic chain side by side: times as fast as one by one", 4,
            [(r["times_faster"], f"{r['lanes']} lanes") for r in select(results["batch_runs"]["gain"], mechanism="elastic_chain_ss")], at_least=True)
    if "batch" in results:
        data = results["batch"]
        rates = lambda mechanisms, task, isa: [(times_as_many(one(ours, how=isa), peer), name) for name in mechanisms
                                               for peer, ours in [beside_peer(data, select(data["states"], mechanism=name, task=task))]]
        for isa, least in (("avx512", {"inverse": 9, "forward": 10}), ("avx2", {"inverse": 5, "forward": 6})):
            if not select(data["states"], how=isa):
                continue
            for task in least:
                aim(f"{LANES[isa]}: rate of trees, {task} / Pinocchio's single call", least[task], rates(("arm_7r", "humanoid"), task, isa), at_least=True)
            aim(f"{LANES[isa]}: rate of loops with all reactions / Pinocchio's single call", 6, rates(("four_bar", "rrr_3", "stewart"), "forward with reactions", isa), at_least=True)
            aim(f"{LANES[isa]}: 3-PUS/S, inverse, million per second and core", 1.5,
                [(1e-6 / row["median_s"], "") for row in select(data["states"], mechanism="pus_3", how=isa)], at_least=True)
    if "loop_peers" in results:
        data = results["loop_peers"]
        beside = lambda who: [(ratio(one(ours, who=who), peer), name) for name in values(data["calls"], "mechanism")
                              for peer, ours in [beside_peer(data, select(data["calls"], mechanism=name))]]
        aim("loops: `Dynamics` / Pinocchio's public call", 1.0, beside("Dynamics::forward"))
        aim("loops: `Solver` with all reactions / Pinocchio's public call", 0.6, beside("Solver::solve, all reactions"))


def aims(results):
    lines = []

    def aim(text, limit, found, at_least=False):
        """found: [(value, where)], None for what was not measured"""
        found = [(value, where) for value, where in found if value is not None]
        if not found:
            lines.append([text, f"{'≥' if at_least else '≤'} {limit:g}", "not measured", "", ""])
            return
        value, where = (min if at_least else max)(found)
        lines.append([text, f"{'≥' if at_least else '≤'} {limit:g}", f"{value:.2f}" if value < 10 else number(value), where,
                      verdict(value >= limit if at_least else value <= limit)])

    peer_aims(results, aim)
    if "map_cost" in results:
        poses = lambda time: one(results["map_cost"]["poses"], time=time)
        aim("pentapod map: million poses per second and core", 2, [(1e-6 / poses("processor, 1 thread")["median_s"], "")], at_least=True)
        aim("pentapod map: two threads / one", 1.9, [(ratio(poses("wall, 1 thread"), poses("wall, 2 threads")), "")], at_least=True)
        if "units" in results["map_cost"]:
            by = lambda workers: one(results["map_cost"]["units"], workers=workers)
            aim("units of a sweep: two workers / one", 1.9, [(ratio(by(1), by(2)), "")], at_least=True)
    if "face_cost" in results:
        face_rows = results["face_cost"]["forward"]
        face_ratio = lambda names: [(ratio(top, below), name) for name in names for below, _, top in [select(face_rows, mechanism=name)]]
        aim("trees: `Dynamics::forward` / kernel", 1.15, face_ratio(("arm_6r", "arm_7r", "humanoid")))
        bare, *samples = results["face_cost"]["inverse"]
        aim("sample of an inverse task / inverse dynamics", 3, [(ratio(row, bare), row["call"]) for row in samples[:2]])
    if "simulation_cost" in results:
        at = lambda variant, **who: one(results["simulation_cost"]["steps"], variant=variant, **who)
        aim("projected step / plain step", 1.4,
            [(ratio(at("projected", mechanism=m, method=method), at("plain", mechanism=m, method=method)), f"{m}, {method}")
             for m in ("four_bar", "rrr_3") for method in ("rk4", "dopri5", "verner65")])
    if "loop_cost" in results:
        aim("N four-bars in a row: growth exponent of a forward question", 1.1,
            [(r["exponent"], r["mechanism"]) for r in results["loop_cost"]["exponents"] if r["task"] == "forward"])
    if "elastic_cost" in results:
        data = results["elastic_cost"]
        aim("elastic chain: growth exponent of newton-euler", 1.1, [(one(data["exponents"], formulation="newton-euler")["exponent"], "50 to 500 links")])
        aim("falling elastic chain, seconds for 1.5 s", 1, [(r["median_s"], f"modes {r['modes']}") for r in data["runs"]])
    if "gait_cost" in results:
        data = results["gait_cost"]
        aim("a wave written out in every joint / the law or gait that it is", 1.1,
            [(ratio(row, one(data["laws"], law=row["twin"], joints=row["joints"])), f"{row['law']}, {row['joints']} joints") for row in data["laws"] if row["law"] != row["twin"]])
        aim("crawlers of 16 links: times real time", 30,
            [(r["times_real_time"], r["gait"]) for r in data.get("real_time") or select(of_gaits(data["crawl"]), links=16)], at_least=True)
        aim("crawlers: growth exponent of the cost", 1.1, [(r["exponent"], r["gait"]) for r in of_gaits(data.get("growth", []))])
    for case, least in SPRING_AIMS.items():
        for r in select(results.get("spring_cost", {}).get("runs", []), case=case):
            who = "MDeNOC (`denoc`)" if r["formulation"] == "denoc" and case != "loops" else f"`{r['formulation']}`"
            aim(f"3-RRR on its rose, {case}, {who}, {r['method']}: times real time", least, [(r["times_real_time"], "")], at_least=True)
    return table(["aim", "limit", "worst measured", "where", "verdict"], lines)


# -- sentences


def loop_peer_ratios(results):
    data = results["loop_peers"]
    part = lambda who: span([ratio(one(ours, who=who), peer) for name in values(data["calls"], "mechanism")
                             for peer, ours in [beside_peer(data, select(data["calls"], mechanism=name))]])
    return ("Beside Pinocchio's constraint dynamics, public call beside public call, four-bar, 3-RRR and Stewart platform take "
            f"{part('Dynamics::forward')} of its time by `Dynamics::forward`, {part('Solver::solve, all reactions')} by a `Solver` with all reactions.")


def elastic_per_link(results):
    data = results["elastic_cost"]
    largest = max(select(data["evaluations"], formulation="newton-euler"), key=lambda r: r["links"])
    exponent = one(data["exponents"], formulation="newton-euler")
    return (f"{number(largest['median_s'] / largest['links'] * 1e6, 2)} µs per link at {largest['links']} links, "
            f"exponent {number(exponent['exponent']) or '-'} from {exponent['from']} links on.")


TABLES = {
    "provenance": provenance, "aims": aims, "kernels": kernels, "walks": walks, "kernels beside peers": kernels_beside, "kernel ratios": kernel_ratios,
    "batch runs": batch_runs, "calls beside peers": calls_beside, "loops beside peers": loops_beside, "loop peer ratios": loop_peer_ratios, "batch": batch, "loop questions": loop_questions,
    "rank kept": rank_kept, "loop growth": loop_growth, "start of a run": start_growth, "branches": branches, "map poses": map_poses, "sweep units": sweep_units, "map boundary": map_boundary, "face": face, "inverse tasks": inverse_tasks,
    "projection": projection, "formulations": formulations, "springs": springs, "gait laws": gait_laws, "every gait": every_gait, "crawlers": crawlers, "elastic": elastic, "elastic runs": elastic_runs,
    "elastic per link": elastic_per_link, "work precision": work_precision, "small work precision": small_work_precision,
}
