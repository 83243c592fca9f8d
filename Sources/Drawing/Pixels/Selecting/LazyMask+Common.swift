import Raster

extension LazyMask {
  /// The pixels that are in all masks; there must be one at least. A tile of a mask is read only if the ones before it have
  /// pixels there.
  static func common(_ masks: [LazyMask]) -> LazyMask {
    guard masks.count > 1 else { return masks[0] }
    return LazyMask(width: masks[0].width, height: masks[0].height) { tile in
      var common = Found.all
      for mask in masks {
        guard let words = common.words else { return .none }
        let share = mask.share(ofTile: tile)
        if share == .none { return .none }
        if share == .all { continue }
        let others = mask.words(ofTile: tile)
        common = words.isEmpty ? .words(others) : .words(zip(words, others).map { $0 & $1 })
      }
      return common
    }
  }
}

extension LazyMask.Found {
  /// The words; none for all pixels, nil for no pixel.
  fileprivate var words: [UInt64]? {
    switch self {
    case .none: nil
    case .all: []
    case .words(let words): words
    }
  }
}
