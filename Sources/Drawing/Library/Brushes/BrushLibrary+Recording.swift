import Ink

extension BrushLibrary {
  /// The first brush in a recording that the library does not have; nil if it has all.
  public func unknownBrush(in recording: Recording) -> String? {
    var missing: String?
    recording.forEachStroke { stroke in
      if !stroke.brush.isEraser, self[stroke.brush.kind] == nil { missing = stroke.brush.kind }
      return missing == nil
    }
    return missing
  }
}
