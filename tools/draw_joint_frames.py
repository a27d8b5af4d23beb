#!/usr/bin/env python3
"""Draws docs/pictures/joint-frames.svg: what `at`, `at_child` and `axis` of a joint mean. Left at coordinate zero, right with the child turned.
  tools/draw_joint_frames.py [FILE]
"""
import math
import pathlib
import sys

PARENT, CHILD, INK, SOFT = "#0072B2", "#D55E00", "#1c2127", "#55606c"  # colours of the plots


def arrow(x0, y0, x1, y1, colour, width=2.0, dash=""):
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bx, by = x1 - 9 * ux, y1 - 9 * uy
    return (f'<path d="M{x0:.1f},{y0:.1f}L{bx:.1f},{by:.1f}" stroke="{colour}" stroke-width="{width}"{f" stroke-dasharray={chr(34)}{dash}{chr(34)}" if dash else ""}/>'
            f'<path d="M{x1:.1f},{y1:.1f}L{bx - 4 * uy:.1f},{by + 4 * ux:.1f}L{bx + 4 * uy:.1f},{by - 4 * ux:.1f}Z" fill="{colour}"/>')


def text(x, y, words, colour=INK, size=13, anchor="start", mono=False):
    family = ' font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"' if mono else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" text-anchor="{anchor}"{family}>{words}</text>'


def frame(x, y, angle, colour, name, dx=-8, dy=18):
    """A frame with axes x (to the right) and y (up), turned by `angle`."""
    c, s = math.cos(angle), math.sin(angle)
    return (arrow(x, y, x + 34 * c, y - 34 * s, colour) + arrow(x, y, x - 34 * s, y - 34 * c, colour) +
            text(x + 38 * c + 4, y - 38 * s + 4, "x", colour, 11) + text(x - 42 * s - 3, y - 42 * c, "y", colour, 11) +
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' + text(x + dx, y + dy, name, colour, 12, "end"))


def link(x0, y0, x1, y1, colour):
    return f'<path d="M{x0:.1f},{y0:.1f}L{x1:.1f},{y1:.1f}" stroke="{colour}" stroke-opacity="0.16" stroke-width="34" stroke-linecap="round"/>'


def scene(left, angle, title):
    px, py = left + 60, 250                       # origin of the parent
    jx, jy = left + 210, 190                      # the joint
    back = -120                                   # at_child: from the child's origin to the joint, along the child's x
    c, s = math.cos(angle), math.sin(angle)
    cx, cy = jx - back * c, jy + back * s         # origin of the child
    ex, ey = jx, jy                               # its other end
    out = text(left + 190, 30, title, INK, 14, "middle")
    out += link(px, py, jx, jy, PARENT) + link(cx, cy, ex, ey, CHILD)
    out += arrow(px, py, jx - 6, jy + 3, PARENT, 2, "6 4") + text((px + jx) / 2 + 26, (py + jy) / 2 + 30, "at", PARENT, 14, "middle", True)
    out += arrow(cx, cy, jx + 10 * c, jy - 10 * s, CHILD, 2, "6 4")
    out += text((cx + jx) / 2 - 30 * s, (cy + jy) / 2 - 26 * c - 8 * s, "at_child", CHILD, 14, "middle", True)
    out += frame(px, py, 0, PARENT, "parent")
    out += frame(cx, cy, angle, CHILD, "child", 40, 22)
    if angle:
        out += f'<path d="M{jx + 70:.1f},{jy:.1f}A70,70 0 0,0 {jx + 70 * c:.1f},{jy - 70 * s:.1f}" stroke="{SOFT}" fill="none"/>'
        out += f'<path d="M{jx:.1f},{jy:.1f}H{jx + 120:.1f}" stroke="{SOFT}" stroke-dasharray="3 3"/>' + text(jx + 78, jy - 14, "A", INK, 14, "start", True)
    out += f'<circle cx="{jx}" cy="{jy}" r="9" fill="#fff" stroke="{INK}" stroke-width="2"/><circle cx="{jx}" cy="{jy}" r="2.5" fill="{INK}"/>'
    return out + text(jx - 4, jy + 36, "axis: z", INK, 13, "start", True) + text(jx - 4, jy + 52, "towards you", SOFT, 11)


def picture():
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 310" width="800" height="310" role="img" fill="none" '
            'font-family="\'Helvetica Neue\',Arial,\'DejaVu Sans\',sans-serif"><title>The frames of a joint</title><rect width="800" height="310" rx="8" fill="#fff"/>'
            + scene(0, 0.0, "A = 0: the two frames of the joint coincide") + scene(400, math.radians(40), "A = 40 deg: the child has turned about the axis") + "</svg>\n")


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent / "docs/pictures/joint-frames.svg"
    pathlib.Path(target).write_text(picture())
