import Geometry
import Raster

/// The lines of a picture beside what is filled: how far it is from a colour, and the joints of its gaps. They are found once,
/// for all fills that compare the same.
public final class ComparedLines {
  let distances: ColourDistances
  let tolerance: Int
  /// The pixels that are no lines.
  let similar: LazyMask
  /// The joints of the parts in which some were wanted last, and the gap that they close, px.
  private var joints: (gap: Int, parts: [PixelRect: ClosedLines?]) = (0, [:])

  /// - Parameters:
  ///   - colour: what is no line, premultiplied.
  ///   - tolerance: the largest difference of a premultiplied channel from it, 0 ... 255.
  ///   - limit: the part that counts: whole tiles, or the whole picture.
  init(in sample: FillSample, to colour: UInt32, tolerance: Int, limit: PixelRect) {
    distances = ColourDistances(in: sample, to: colour, limit: limit)
    self.tolerance = tolerance
    similar = distances.similar(tolerance: tolerance)
  }

  /// Lines that were found, if they are those of this colour, tolerance and part; new ones if not.
  static func found(
    _ known: ComparedLines?, in sample: FillSample, to colour: UInt32, tolerance: Int, limit: PixelRect
  ) -> ComparedLines {
    if let known, known.distances.colour == colour, known.tolerance == tolerance, known.distances.limit == limit {
      return known
    }
    return ComparedLines(in: sample, to: colour, tolerance: tolerance, limit: limit)
  }

  /// The joints in a part; nil if it has no ink.
  func joints(in part: PixelRect, gap: Int) -> ClosedLines? {
    if joints.gap != gap { joints = (gap, [:]) }
    if let known = joints.parts[part] { return known }
    let found = ClosedLines(ofInkIn: similar, part, gap: gap)
    joints.parts[part] = .some(found)
    return found
  }
}
