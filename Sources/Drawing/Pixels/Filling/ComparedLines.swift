import Geometry
import Raster

/// The lines of a picture beside what is filled: how far it is from a colour, and the joints of its gaps. They are found once,
/// for all fills that compare the same.
public final class ComparedLines {
  let distances: ColourDistances
  public let tolerance: Int
  /// The pixels that are no lines.
  let similar: LazyMask
  private var last: (part: PixelRect, gap: Int, joints: ClosedLines?)?

  /// - Parameters:
  ///   - colour: what is no line, premultiplied.
  ///   - tolerance: the largest difference of a premultiplied channel from it, 0 ... 255.
  ///   - limit: the part that counts: whole tiles, or the whole picture.
  init(in sample: FillSample, to colour: UInt32, tolerance: Int, limit: PixelRect) {
    distances = ColourDistances(in: sample, to: colour, limit: limit)
    self.tolerance = tolerance
    similar = distances.similar(tolerance: tolerance)
  }

  /// What is no line, premultiplied.
  public var colour: UInt32 { distances.colour }
  /// The part that counts, px.
  public var limit: PixelRect { distances.limit }

  /// The joints in a part; nil if it has no ink.
  func joints(in part: PixelRect, gap: Int) -> ClosedLines? {
    if let last, last.part == part, last.gap == gap { return last.joints }
    let joints = ClosedLines(ofInkIn: similar, part, gap: gap)
    last = (part, gap, joints)
    return joints
  }
}
