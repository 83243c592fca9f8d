/// Which stroke of a drawing it is: it stays the same one while edits are added behind it and values of strokes change.
public struct StrokeKey: Hashable, Comparable, Sendable {
  /// The index of its edit among all that are done, the oldest 0.
  public var edit: Int
  /// Its index among the strokes of the edit.
  public var part: Int

  /// A key by its parts.
  public init(edit: Int, part: Int) { (self.edit, self.part) = (edit, part) }

  public static func < (a: StrokeKey, b: StrokeKey) -> Bool { (a.edit, a.part) < (b.edit, b.part) }
}
