"""Linkages with loops, written as mechanism files: every joint as a world point and axis at q = 0, where all body frames coincide with the world."""
import json
import math


def rod(mass, a, b, com_offset=(0, 0, 0), axial=0.0, transverse=None):
    d = [y - x for x, y in zip(a, b)]
    length = math.sqrt(sum(x * x for x in d))
    u = [x / length for x in d]
    t = mass * length ** 2 / 12 if transverse is None else transverse
    s = t - axial
    inertia = {"about": "com", "ixx": t - s * u[0] ** 2, "iyy": t - s * u[1] ** 2, "izz": t - s * u[2] ** 2,
               "ixy": -s * u[0] * u[1], "ixz": -s * u[0] * u[2], "iyz": -s * u[1] * u[2]}
    return {"mass": mass, "com": [(x + y) / 2 + o for x, y, o in zip(a, b, com_offset)], "inertia": inertia}


def hinge(parent, child, at, axis, cut=False, actuated=False):
    joint = {"type": "revolute", "parent": parent, "child": child, "at": list(at), "at_child": list(at), "axis": list(axis)}
    if cut:
        joint["cut"] = True
    if actuated:
        joint["actuated"] = True
    return joint


def write(folder, name, **sections):
    """A mechanism file; JSON is YAML."""
    path = folder / f"{name}.yaml"
    path.write_text(json.dumps({"zanjir": 1, "name": name, **sections}, indent=1))
    return path


def spatial_four_bar(folder, cut, actuated=(), weights=None, initial=None, motion=None):
    A, B, C, D, z = (0, 0, 0), (0.1, 0.2, 0), (0.6, 0.4, 0), (0.5, 0, 0), (0, 0, 1)
    ends = {"A": ("ground", "crank", A), "B": ("crank", "coupler", B), "C": ("coupler", "rocker", C), "D": ("ground", "rocker", D)}
    joints = {n: hinge(p, c, at, z, n == cut, n in actuated) for n, (p, c, at) in ends.items()}
    sections = {"gravity": [0, -9.81, -1],
                "bodies": {"crank": rod(1, A, B), "coupler": rod(2, B, C, (0, 0, 0.05)), "rocker": rod(1.5, D, C)}, "joints": joints}
    if weights:
        sections["actuators"] = {n: {"weight": w} for n, w in weights.items()}
    if initial:
        sections["initial"] = initial
    if motion:
        sections["motion"] = motion
    kind = "".join(letter for letter, given in zip("wim", (weights, initial, motion)) if given)
    return write(folder, f"four-bar-{cut or 'auto'}-{''.join(actuated)}{kind}", **sections)


def bricard(folder, cut):
    p = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    axes = [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]
    bodies = {f"rod{i + 1}": rod(1, p[i], p[i + 1], axial=0.02 / 12, transverse=1.01 / 12) for i in range(5)}
    joints = {}
    for i in range(6):
        first, second = "ground" if i == 0 else f"rod{i}", "ground" if i == 5 else f"rod{i + 1}"
        joints[f"j{i + 1}"] = hinge(first, second, p[i], axes[i], i + 1 == cut)
    return write(folder, f"bricard-{cut}", gravity=[0, -9.81, 0], bodies=bodies, joints=joints)


def rssr(folder, cut):
    """Crank and rocker on skew hinges, joined by a rod with a ball at each end: two freedoms, one of them the rod's spin."""
    A, P, Q, D = (0, 0, 0), (0, 0.2, 0.1), (0.7, 0.3, 0.2), (0.7, 0, 0.05)
    ball = {"type": "spherical"}
    joints = {"A": hinge("ground", "crank", A, (1, 0, 0), cut == "A", True),
              "S1": {**ball, "parent": "crank", "child": "rod", "at": list(P), "at_child": list(P), **({"cut": True} if cut == "S1" else {})},
              "S2": {**ball, "parent": "rod", "child": "rocker", "at": list(Q), "at_child": list(Q), **({"cut": True} if cut == "S2" else {})},
              "D": hinge("ground", "rocker", D, (0, 0.6, 0.8), cut == "D")}
    bodies = {"crank": rod(1, A, P, axial=0.002), "rod": rod(0.8, P, Q, (0, 0.02, 0), axial=0.003), "rocker": rod(1.2, D, Q, axial=0.002)}
    return write(folder, f"rssr-{cut}", gravity=[0, -3, -9], bodies=bodies, joints=joints)
