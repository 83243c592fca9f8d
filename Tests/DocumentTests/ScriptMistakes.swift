/// Usual mistakes in scripts, on a canvas of 200 x 160 px.
enum ScriptMistakes {
  /// Scripts that are wrong, with their messages.
  static let all: [(script: String, message: String)] = [
    (
      #"{"op": "stroke", "samples": [[1, 2], [1, 2, 40]]}"#,
      "1:45: pressure is a number from 0 to 1, not 40"
    ),
    (
      #"{"op": "stroke", "samples": [[1, 2e9, 1]]}"#,
      "1:34: y is a number from -1000000000 to 1000000000, not 2000000000"
    ),
    (#"{"op": "stroke", "samples": []}"#, "1:29: samples is a list of at least one sample, not []"),
    (#"{"op": "shape", "samples": [[10, 10], [50, 90]]}"#, "1:1: shape is missing"),
    (#"{"op": "figure"}"#, "1:1: figure is missing"),
    (#"{"op": "paste"}"#, "1:1: picture is missing"),
    (#"{"op": "paste", "picture": "4x4.png", "at": [200, 0]}"#, "1:1: this is off the canvas"),
    (#"{"op": "fill", "at": [10, 160]}"#, "1:22: at is outside of the canvas"),
    (
      #"{"op": "fill", "at": [10, 60], "selection": {"rectangle": [0, 0, 9, 9]}}"#,
      "1:22: at is outside of the selection"
    ),
    (" \n ", "1:1: the script is empty"),
    (#"[{"op": "clear"}"#, "1:17: the text ends too early"),
    (#"{"op": tru"#, "1:11: the text ends too early"),
    (
      #"{"op": "layer", "name": "Ink"}"#,
      """
      1:1: nothing is set; allowed are rename, visible, locked, clipped, alpha-locked, mask-on, opacity, mode, group, \
      label, purpose, reference, draft
      """
    ),
    (#"{"op": "paper"}"#, "1:1: nothing is set; allowed are color, visible"),
    (#"{"op": "layer", "rename": ""}"#, #"1:27: rename is a text of at least one character, not """#),
    (#"{"op": "layer-add", "name": ""}"#, #"1:29: name is a text of at least one character, not """#),
    (
      #"{"op": "select", "rectangle": [10, 10, -5, 10]}"#,
      "1:31: rectangle is a list [x, y, width, height] of whole numbers, the last two at least 0, not [10, 10, -5, 10]"
    ),
    (
      #"{"op": "cover", "layer": "Paper"}"#,
      #"1:26: there is no layer "Paper"; the paper has an operation of its own, {"op": "paper"}"#
    ),
    (
      #"{"op": "strok"}"#,
      """
      1:8: op is one of canvas-flip, canvas-resize, canvas-resolution, canvas-scale, canvas-turn, change, clear, cover, erase-strokes, fill, flats, \
      gradient, layer, layer-add, layer-add-mask, layer-apply-mask, layer-delete, layer-duplicate, layer-flatten, layer-group, \
      layer-merge-down, layer-move, layer-remove-mask, layer-ungroup, paper, paste, place, select, shape, stroke, \
      not "strok"
      """
    ),
    (
      #"{"op": "stroke", "colour": 1}"#,
      """
      1:18: the key "colour" is unknown; allowed are op, time, layer, brush, size, smoothing, color, opacity, blend, \
      symmetry, selection, samples, from, to, widths
      """
    ),
    (#"{"op": "gradient", "from": [0, 0]}"#, "1:1: to is missing"),
    (
      #"{"op": "gradient", "form": [0, 0], "to": [0, 90]}"#,
      """
      1:20: the key "form" is unknown; allowed are op, time, layer, selection, from, to, stops, kind, opacity
      """
    ),
    (
      #"{"op": "gradient", "from": [0, 0], "to": [0, 90], "kind": "conical"}"#,
      #"1:59: kind is one of linear, radial, not "conical""#
    ),
    (
      ##"{"op": "gradient", "from": [0, 0], "to": [0, 90], "stops": [[0, "#88aacc"]]}"##,
      """
      1:60: stops is a list of 2 to 64 items [place, color] in the order of their places, not [[…]]
      """
    ),
    (
      ##"{"op": "gradient", "from": [0, 0], "to": [0, 90], "stops": [[0.5, "#88aacc"], [0.4, "#ffffff"]]}"##,
      """
      1:79: stops is a list of 2 to 64 items [place, color] in the order of their places, not [0.4, "#ffffff"]
      """
    ),
    (
      ##"{"op": "gradient", "from": [0, 0], "to": [0, 90], "stops": [[0, "#88aacc"], [2, "#ffffff"]]}"##,
      "1:78: place is a number from 0 to 1, not 2"
    ),
    (
      ##"{"op": "gradient", "from": [0, 0], "to": [0, 90], "stops": [[0, "#88aacc"], [1, "#fffff"]]}"##,
      ##"1:81: color is a colour such as #1d1f24 or #1d1f2480, not "#fffff""##
    ),
    (#"{"op": "erase-strokes", "layer": "Sky", "along": [[1, 2]]}"#, #"1:34: there is no layer "Sky""#),
    (
      #"{"op": "flats", "gaps": 3}"#,
      #"1:17: the key "gaps" is unknown; allowed are op, time, layer, gap, tolerance, under, sample"#
    ),
    (##"{"op": "flats", "layer": "#9"}"##, ##"1:26: there is no layer "#9""##),
    (#"{"op": "change", "layer": "Sky", "strokes": [1], "size": 3}"#, #"1:27: there is no layer "Sky""#),
    (
      #"{"op": "erase-strokes", "layer": "Sky", "alongside": [[1, 2]]}"#,
      #"1:41: the key "alongside" is unknown; allowed are op, time, layer, along, size, to"#
    ),
    (
      #"{"op": "change", "strokes": [1], "brush": "none", "colour": 1}"#,
      """
      1:51: the key "colour" is unknown; allowed are op, time, strokes, order, join, replaced-by, color, size, opacity, \
      smoothing, average, rope, harder, symmetry, brush, layer, move, scale, rotate, delete, split, start, end, bend, reach, \
      simplify, widen, along, radius, redraw, near
      """
    ),
    (
      stroke + #"{"op": "change", "strokes": [1, 3, 2], "size": 3}"#,
      "2:33: there is no stroke 3: fude info --strokes lists the numbers"
    ),
    (
      stroke + #"{"op": "change", "strokes": [2], "order": "up"}"#,
      "2:30: there is no stroke 2: fude info --strokes lists the numbers"
    ),
    (
      stroke + #"{"op": "layer-add", "name": "Late"} {"op": "change", "strokes": [1], "layer": "Late"}"#,
      "2:37: the strokes cannot be drawn on that layer: it was not there yet, or they became figures"
    ),
    (
      stroke + #"{"op": "select", "all": true} {"op": "change", "items": "#
        + #"[{"distance": 1, "operation": {"kind": "nothing"}}]}"#,
      "2:31: the strokes cannot be drawn so"
    ),
    (
      #"{"op": "stroke", "selection": {"rectangle": [0, 0, 30, 30]}, "samples": [[10, 12], [40, 12]]}"# + "\n"
        + #"{"op": "change", "strokes": [1], "move": [9, 0]}"#,
      "2:29: stroke 1 cannot be changed: it was drawn within a selection, so it stays in its place"
    ),
    (
      stroke + #"{"op": "change", "strokes": [1], "move": [1e9, 0]}"#,
      "2:29: stroke 1 cannot be changed: it would be too far away"
    ),
    (
      stroke + #"{"op": "change", "strokes": [1], "scale": 100} {"op": "change", "strokes": [1], "scale": 100}"#,
      "2:76: stroke 1 cannot be changed: its brush would be too small or too large"
    ),
    (
      #"{"op": "layer-add", "name": "Sky"} {"op": "strokes", "strokes": [{"layer": "Ink", "samples": [[1, 1], [9, 9]]}, "#
        + #"{"layer": "Ink", "samples": [[5, 1]]}]}"# + "\n" + #"{"op": "change", "strokes": [2], "layer": "Sky"}"#,
      """
      2:29: stroke 2 cannot be changed: it is one step with other strokes, so it changes its layer only with them
      """
    ),
  ]

  private static let stroke = #"{"op": "stroke", "samples": [[20, 20], [90, 60]]}"# + "\n"
}
