import Foundation
import Geometry
import Glibc
import Paint

/// Compares pictures with approved ones: PNG files in Tests/Golden.
///
/// Tolerances are small: they allow for antialiasing in other versions of the drawing library. A
/// differing picture is written to Tests/Failures, with the golden one and a map of the
/// differences. With FUDE_UPDATE_GOLDEN=1 in the environment, the golden pictures are written
/// again; look at them before committing.
public enum Golden {
  /// The allowed difference from a golden picture.
  public struct Tolerance: Sendable {
    /// The greatest difference of a channel, 0...255, of pixels that count as equal.
    public var channel: Int
    /// The share of all pixels, 0...1, that may differ by more.
    public var share: Double
    /// The greatest difference of a channel of any pixel, 0...255.
    public var most: Int

    /// Creates a tolerance.
    public init(channel: Int = 12, share: Double = 0.001, most: Int = 255) {
      self.channel = channel
      self.share = share
      self.most = most
    }
  }

  /// The reason why a picture was refused, in one sentence.
  public struct Mismatch: Error, CustomStringConvertible {
    /// The difference, and the files to look at.
    public let description: String
  }

  /// Throws if `picture` differs from the golden one called `name`, or if there is none.
  ///
  /// - Parameters:
  ///   - picture: the drawn picture, ARGB32 or xRGB32.
  ///   - name: the file's name in Tests/Golden, without ".png".
  ///   - masks: rectangles that are ignored, such as text, whose font differs between machines.
  ///   - tolerance: the allowed difference elsewhere.
  public static func check(
    _ picture: ImageSurface, _ name: String, masks: [PixelRect] = [], tolerance: Tolerance = Tolerance()
  ) throws {
    let drawn = try copy(picture, masks)
    let golden = folder("Golden").appendingPathComponent(name + ".png")
    if ProcessInfo.processInfo.environment["FUDE_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder("Golden"), withIntermediateDirectories: true)
      return try drawn.writePNG(to: golden.path)
    }
    guard FileManager.default.fileExists(atPath: golden.path) else {
      try keep(drawn, name)
      throw Mismatch(description: "There is no Tests/Golden/\(name).png; the picture is in Tests/Failures.")
    }
    let wanted = try copy(ImageSurface(pngAt: golden.path), masks)
    guard wanted.width == drawn.width, wanted.height == drawn.height else {
      try keep(drawn, name)
      throw Mismatch(
        description: "\(name) is \(drawn.width) x \(drawn.height), not \(wanted.width) x \(wanted.height) px.")
    }
    let differing = try differences(drawn, wanted, tolerance.channel)
    let share = Double(differing.count) / Double(drawn.width * drawn.height)
    let gross = try differences(drawn, wanted, tolerance.most)
    guard share > tolerance.share || !gross.isEmpty else { return }
    try keep(drawn, name)
    try keep(wanted, name + ".golden")
    try drawn.paint { painter in
      painter.paint(.colour(.white))
      for (x, y) in differing {
        painter.fill(.rect(Rect(x: Double(x), y: Double(y), width: 1, height: 1)), Colour(rgb: 0xff0000))
      }
    }
    try keep(drawn, name + ".difference")
    throw Mismatch(
      description: "\(name): \(differing.count) pixels (\(share)) differ by more than \(tolerance.channel), "
        + "\(gross.count) by more than \(tolerance.most); see Tests/Failures.")
  }

  /// The pixels that differ by more than `channel` in any channel, as (column, row). Throws if the
  /// sizes differ.
  public static func differences(_ a: ImageSurface, _ b: ImageSurface, _ channel: Int = 0) throws -> [(Int, Int)] {
    guard a.width == b.width, a.height == b.height, a.format.bytesPerPixel == b.format.bytesPerPixel else {
      throw Mismatch(description: "The pictures are not of one size and kind.")
    }
    var found: [(Int, Int)] = []
    let size = a.format.bytesPerPixel
    a.withBytes { left in
      b.withBytes { right in
        left.withUnsafeBytes { left in
          right.withUnsafeBytes { right in
            for y in 0..<a.height {
              let p = UnsafeRawBufferPointer(rebasing: left[y * a.stride..<y * a.stride + a.width * size])
              let q = UnsafeRawBufferPointer(rebasing: right[y * b.stride..<y * b.stride + a.width * size])
              appendDifferences(p, q, row: y, size, channel, &found)
            }
          }
        }
      }
    }
    return found
  }

  private static func appendDifferences(
    _ p: UnsafeRawBufferPointer, _ q: UnsafeRawBufferPointer, row: Int, _ size: Int, _ channel: Int,
    _ found: inout [(Int, Int)]
  ) {
    guard let left = p.baseAddress, let right = q.baseAddress, memcmp(left, right, p.count) != 0 else { return }
    for i in 0..<p.count where abs(Int(p[i]) - Int(q[i])) > channel {
      let x = i / size
      if found.last.map({ $0 != (x, row) }) ?? true { found.append((x, row)) }
    }
  }

  /// A copy of a picture as ARGB32, with `masks` painted over.
  public static func copy(_ picture: ImageSurface, _ masks: [PixelRect] = []) throws -> ImageSurface {
    let copy = try ImageSurface(width: picture.width, height: picture.height)
    try copy.paint { painter in
      painter.draw(picture, at: .zero)
      for mask in masks { painter.fill(.rect(Rect(mask)), Colour(rgb: 0xff00ff)) }
    }
    return copy
  }

  private static func keep(_ picture: ImageSurface, _ name: String) throws {
    try FileManager.default.createDirectory(at: folder("Failures"), withIntermediateDirectories: true)
    try picture.writePNG(to: folder("Failures").appendingPathComponent(name + ".png").path)
  }

  private static func folder(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(name)
  }
}
