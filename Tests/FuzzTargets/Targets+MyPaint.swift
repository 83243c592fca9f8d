import Geometry
import Ink
import MyPaint
import Raster

extension FuzzTarget {
  /// Brushes of MyPaint: accepted ones read back the same, and paint if libmypaint is installed.
  static let myPaint = FuzzTarget(
    "mypaint",
    seeds: {
      let smudging = """
        {"version": 3, "settings": {
          "smudge": {"base_value": 0.5, "inputs": {"custom": [[-2, 0], [2, 1]], "random": [[0, 0], [1, 0.5]]}},
          "smudge_bucket": {"base_value": 3, "inputs": {"gridmap_x": [[0, 0], [128, 1], [256, 9]]}},
          "gridmap_scale": {"base_value": 0.0, "inputs": {"brush_radius": [[-2.0, -5.4], [6.0, 2.8]]}},
          "custom_input": {"base_value": -1e0, "inputs": {"stroke": [[0, 0], [1, 2]]}},
          "tracking_noise": {"base_value": 0.2, "inputs": {}}}}
        """
      let pencil = """
        {"comment": "MyPaint brush file", "notes": "a\\n\\u00e4", "group": "", "version": 3, "settings": {
          "opaque": {"base_value": 0.7, "inputs": {"pressure": [[0.0, -0.3], [0.5, 0], [1.0, 0.3]]}},
          "dabs_per_second": {"base_value": 20, "inputs": {"speed1": [[0, 0], [4, -2.5e-1]]}},
          "elliptical_dab_ratio": {"base_value": 2, "inputs": {"tilt_declination": [[0, 3], [90, 0]]}},
          "radius_logarithmic": {"base_value": 1.2, "inputs": {}}}}
        """
      return [Array(pencil.utf8), Array(smudging.utf8)]
    },
    run: { bytes in
      do throws(MyPaintBrushError) {
        let brush = try MyPaintBrush(parsing: bytes)
        let again = try? MyPaintBrush(parsing: brush.bytes)
        precondition(again == brush, "a brush does not read back the same")
        guard let library = MyPaintLibrary.system else { return nil }
        let stroke = MyPaintStroke(
          library: library, brush: brush, style: MyPaintStyle(radius: 2, colour: 0x2040C0),
          bounds: PixelRect(x: 0, y: 0, width: 64, height: 64)
        ) { _ in Tile(filledWith: 0xFF80_4020) }
        for i in 0..<6 {
          stroke?.add(PenSample(position: Point(Double(9 * i), Double(40 - i * i)), time: Double(i) / 100))
        }
        return nil
      } catch { return sentence("\(error)") }
    })
}
