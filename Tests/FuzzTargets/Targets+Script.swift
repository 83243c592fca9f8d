import Document
import Files
import Ink
import Paint
import Storage

extension FuzzTarget {
  /// Scripts: accepted ones are performed, and the script of the drawing gives the same layers.
  static let script = FuzzTarget(
    "script",
    seeds: {
      [
        """
        {"op": "layer-add", "name": "Flats", "below": "Ink"}
        {"op": "stroke", "layer": "Ink", "size": 12, "color": "#1d1f24", "samples": [[10, 12, 0.4], [14, 12, 0.6]]}
        {"op": "fill", "layer": "Flats", "at": [50, 48], "color": "#caa98f", "tolerance": 32, "gap": 24, "sample": "all"}
        {"op": "select", "rectangle": [5, 5, 30, 30]} {"op": "select", "polygon": [[1, 1], [9, 2], [5, 8]], "mode": "add"}
        {"op": "cover", "layer": "Flats", "color": "#ff0000", "opacity": 0.5}
        {"op": "gradient", "layer": "Flats", "from": [0, 5.5], "to": [40, 50], "kind": "radial", "opacity": 0.75}
        {"op": "gradient", "from": [0, 0], "to": [0, 9], "stops": [[0, "#88aacc"], [0.5, "#ffffff00"], [0.5, "#00000080"]]}
        {"op": "place", "layers": ["Ink"], "scale": [1.08, -1], "rotate": 5, "move": [10, -4], "about": [6, 4]}
        {"op": "select", "ellipse": [5, 5, 30.5, 30], "invert": true, "mode": "add", "grow": -2, "feather": 7}
        {"op": "select", "wand": [9, 9], "tolerance": 9, "contiguous": false, "sample": "layer", "gap": 3}
        {"op": "select", "color": "#1d1f24", "tolerance": 255} {"op": "select", "opacity-of": "Flats", "grow": 3}
        {"op": "select", "none": true} {"op": "clear", "layer": "Flats"}
        {"op": "layer", "name": "Ink", "opacity": 0.5, "mode": "multiply", "visible": true, "rename": "Line"}
        """,
        """
        [{"op": "paper", "color": "#204060", "visible": false},
        {"define": "b", "brush": {"name": "b", "size": 9, "rendering": "dabs", "dabs": {"hardness": 0.5}}},
        {"op": "stroke", "brush": "b", "tip": 3, "smoothing": 50, "opacity": 0.25, "blend": "erase",
        "symmetry": {"kind": "radial", "count": 3, "center": [9, 9], "angle": {"radians": 0.5}},
        "samples": [[10, 12, 0.4, 30, 90, null, 0, "mouse"]], "samples-angles": "degrees", "time": "2026-11-29T10:00:00.5Z"},
        {"op": "shape", "shape": {"kind": "ellipse", "from": [5, 5], "to": [30, 20]}, "selection": {"all": true}},
        {"op": "figure", "figure": {"kind": "polygon", "corners": [[1, 1], [20, 9]]}, "speed": 1},
        {"op": "change", "items": [{"distance": 1, "operation": {"kind": "nothing"}}]},
        {"op": "strokes", "strokes": [{"layer": "Ink", "brush": "b", "samples": [[1, 1], [9, 9]]}, {"layer": "Ink", "brush": "pen", "color": "#ff0000", "samples": [[5, 1]], "from": -1, "to": 0.5, "widths": [[0, 0.5], [0.1, 20]]}]},
        {"op": "erase-strokes", "layer": "Ink", "along": [[9, 8], [12, 14], [3, 3]], "size": 20, "to": "stroke"},
        {"op": "change", "strokes": [1], "color": "#00ff00", "move": [1, 2], "rotate": 9, "scale": 0.5, "size": 3},
        {"op": "layer-add-mask"}, {"op": "cover", "layer": {"mask": "Ink"}, "force": true}, {"op": "layer-group",
        "layers": ["Ink"], "name": "G"}, {"op": "paste", "layer": "Ink", "picture": "p.png", "at": [3, 4], "scale": [9, -2]}, {"op": "layers", "operations": [{"kind": "delete", "layer": "#1"}]}]
        """,
        """
        {"op": "stroke", "samples": [[5, 12, 0.4], [20, 12], [60, 12, 0.6]]} {"op": "stroke", "samples": [[30, 5], [30, 50]]}
        {"op": "erase-strokes", "along": [[55, 12]], "to": "crossing"}
        {"op": "erase-strokes", "along": [[20, 40], [40, 40]], "size": 3, "to": "touched"}
        {"op": "change", "strokes": [1], "split": [12, 12], "average": 90, "harder": 0.5}
        {"op": "change", "strokes": [1, 2], "join": true}
        {"op": "change", "strokes": [1], "end": [25, 12]}
        {"op": "change", "strokes": [1], "bend": [[10, 12], [20, 30]], "reach": 9}
        {"op": "change", "strokes": [1], "redraw": [[9, 9], [30, 40], [14, 12]], "near": 50}
        {"op": "change", "strokes": [1], "simplify": 3, "symmetry": {"kind": "mirror", "vertical": true}}
        {"op": "flats", "layer": "Flats", "gap": 9, "tolerance": 30, "under": 3, "sample": "all"}
        """,
        """
        {"op": "select", "ellipse": [5, 5, 30, 30], "feather": 7} {"op": "cover", "color": "#ff0000"}
        {"op": "select", "wand": [9, 9], "tolerance": 9, "mode": "add"} {"op": "fill", "at": [20, 20], "color": "#00ff00"}
        {"op": "layer", "reference": true, "draft": false}
        {"op": "fill", "at": [9, 9], "gap": 60, "sample": "reference", "under": -3} {"op": "fill", "at": [9, 9], "rule": "squares"}
        {"op": "change", "step": 1, "feather": 2, "grow": 4, "invert": true}
        {"op": "change", "step": 3, "tolerance": 40, "mode": "replace", "contiguous": false}
        {"op": "change", "step": 1, "grow": -400}
        """,
      ].map { Array($0.utf8) }
    },
    run: { bytes in
      guard let filler = CoverageFiller(), let document = Document(width: 64, height: 64) else { return nil }
      // Large pictures take their time.
      if String(decoding: bytes, as: UTF8.self).contains("canvas-") { return nil }
      var player = ScriptPlayer(
        bytes, on: document, filler: filler,
        brush: { (name) throws(ScriptPlayer.Missing) in
          guard name == "pen" else { throw ScriptPlayer.Missing("no brush") }
          return Brush()
        },
        picture: { (path) throws(ScriptPlayer.Missing) in
          guard path == "p.png" else { throw ScriptPlayer.Missing("no picture") }
          return Clipping.blank
        })
      do throws(ScriptPlayer.Fault) {
        for _ in 0..<40 where try !player.performNext() { break }
      } catch {
        precondition(error.line >= 1 && error.column >= 1, "a fault has no place")
        return sentence(FileError.printable(error.fault))
      }
      player.document.checkInvariants()
      return nil
    })
}
