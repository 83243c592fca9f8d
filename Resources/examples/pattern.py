"""Prints the script of a flower: python3 pattern.py | fude edit new:1000x1000 -o pattern.ora --apply -"""
import json, math
def op(kind, **keys): print(json.dumps({"op": kind, **keys}))
def mix(a, b, t): return "#%02x%02x%02x" % tuple(round(x + (y - x) * t) for x, y in zip(a, b))
def petal(layer, angle, start, length, size, color, bend):  # a stroke outwards: thin, wide, thin
    places = [(t, start + length * t, angle + bend * t * t) for t in (i / 16 for i in range(17))]
    samples = [(500 + r * math.cos(a), 500 + r * math.sin(a), math.sin(math.pi * t**0.75)) for t, r, a in places]
    op("stroke", layer=layer, size=size, color=color, smoothing=0, samples=samples)

op("paper", color="#f7f0e1")
op("layer", name="Ink", rename="Leaves")
for i in range(21): petal("Leaves", i * math.tau / 21, 150, 300, 46, ("#86a37b", "#47705f", "#2f5650")[i % 3], 0.35)
for i in range(21): petal("Leaves", i * math.tau / 21, 150, 270, 3, "#f7f0e1", 0.28)
op("layer-add", name="Petals")
for i in range(89, 21, -1):
    petal("Petals", i * 2.39996, 9 * i**0.5 + 50, 6 * i**0.5 + 80, 44, mix((247, 170, 90), (158, 42, 63), i / 89), 0.2)
op("layer-add", name="Seeds")
op("stroke", layer="Seeds", size=244, color="#f2c14e", samples=[(500, 500, 1)])
for i in range(127):
    petal("Seeds", i * 2.39996, 9.2 * i**0.5, 13, 7 + i / 20, mix((150, 80, 40), (58, 31, 43), i / 126), 0)
