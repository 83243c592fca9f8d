import Geometry
import Ink
import Testing

@testable import Input

/// From a device's axes and an event's values to a sample, for every device. Fails if any
/// number of a row is read, scaled or labelled otherwise.
@Suite struct RowTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let device: DeviceDescription
    /// The event's values by valuator.
    let values: [Int: Double]
    let pressure: Double
    /// Degrees.
    var altitude = 90.0
    var azimuth = 0.0
    var roll: Double?
    var tool = Tool.pen

    var testDescription: String {
      "\(device.name) \(values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
    }
  }

  static let rows = [
    Row(device: Synthetic.wacomStylus(5), values: [2: 65536], pressure: 1),
    // (0.5 - 0.013) / 0.987
    Row(device: Synthetic.wacomStylus(5), values: [2: 32768, 3: 45], pressure: 0.493_414_387_031, altitude: 45),
    Row(device: Synthetic.wacomStylus(5), values: [2: 851, 3: 0, 4: -30], pressure: 0, altitude: 60, azimuth: -90),
    Row(
      device: Synthetic.wacomStylus(5), values: [2: 65536, 3: -64, 5: 450], pressure: 1, altitude: 26, azimuth: 180,
      roll: 0),
    Row(device: Synthetic.wacomStylus(5), values: [2: 65536, 5: -899], pressure: 1, roll: 90.2),
    Row(
      device: Synthetic.wacomEraser(5), values: [2: 65536, 4: 45], pressure: 1, altitude: 45, azimuth: 90, tool: .eraser
    ),
    Row(device: Synthetic.wacomCursor(5), values: [0: 7, 3: 300, 4: 500], pressure: 0.5, tool: .mouse),
    Row(device: Synthetic.libinputPen(5), values: [2: 1023.5, 3: 64], pressure: 0.5, altitude: 26),
    Row(device: Synthetic.libinputPen(5), values: [2: 2047, 5: 180], pressure: 1),
    Row(
      device: Synthetic.libinputEraser(5), values: [2: 0, 4: -60], pressure: 0, altitude: 30, azimuth: -90,
      tool: .eraser),
    Row(
      device: Synthetic.xwaylandStylus(5), values: [2: 16383.75, 3: 45, 4: 45, 5: 899], pressure: 0.25,
      altitude: 35.264_389_682_755, azimuth: 45, roll: 89.8),
    Row(device: Synthetic.xwaylandEraser(5), values: [2: 65535], pressure: 1, tool: .eraser),
    Row(device: Synthetic.xwaylandCursor(5), values: [2: 65535], pressure: 0.5, tool: .mouse),
    // 57 units are a radian: 57.2958 degrees.
    Row(device: Synthetic.evdevPen(5), values: [5: 8191, 7: 57], pressure: 1, altitude: 32.704_220_486_918),
    Row(
      device: Synthetic.evdevPen(5), values: [2: 63, 5: 4095.5, 9: -28.5], pressure: 0.5, altitude: 61.352_110_243_459,
      azimuth: -90),
    // No tilt.
    Row(device: Synthetic.inputtestPen(5), values: [4: 250], pressure: 0.25),
    Row(device: Synthetic.mouse(5), values: [0: 3], pressure: 0.5, tool: .mouse),
    Row(device: Synthetic.touchpad(5), values: [1: 3], pressure: 0.5, tool: .mouse),
  ]

  @Test("a row and an event make a sample", arguments: rows)
  func samples(row: Row) throws {
    var harness = DecoderHarness(row.device)
    harness.press(5, 40, 30, at: 1000)
    harness.motion(5, 40, 30, at: 1001, buttons: [1], row.values.merging([0: 1]) { $1 })
    harness.motion(5, 41.25, 30.5, at: 1009, buttons: [1], row.values.merging([0: 2]) { $1 })
    let sample = try #require(harness.samples().last)
    #expect(sample.position == Point(41.25, 30.5) && sample.time == 1.009 && sample.tool == row.tool)
    #expect(isNear(sample.pressure, row.pressure, 1e-9), "pressure \(sample.pressure)")
    #expect(isNear(sample.altitude.degrees, row.altitude, 1e-9), "altitude \(sample.altitude.degrees)")
    #expect(isNear(sample.azimuth.degrees, row.azimuth, 1e-9), "azimuth \(sample.azimuth.degrees)")
    #expect(
      row.roll == nil ? sample.roll == nil : isNear(sample.roll?.degrees ?? .infinity, row.roll ?? 0, 1e-9),
      "roll \(sample.roll?.degrees ?? .nan)")
  }

  @Test("a device without a tool makes no sample, whatever its axes", arguments: Synthetic.all)
  func noSamples(device: DeviceDescription) {
    guard DeviceClass(of: device).tool == nil else { return }
    var device = device
    device.id = 5
    var harness = DecoderHarness(device)
    harness.motion(5, 9, 9, at: 99, [0: 1, 1: 1, 2: 1000])
    harness.press(5, 9, 9, at: 100, values: [0: 1, 1: 1, 2: 1000])
    harness.motion(5, 10, 10, at: 101, buttons: [1], [0: 2, 1: 2, 2: 1000])
    harness.release(5, 10, 10, at: 109)
    #expect(harness.samples().isEmpty && !harness.decoder.isStrokeActive)
  }
}
