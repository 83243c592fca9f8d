extension Brush {
  /// The same brush with the parts that its kind of ink cannot have replaced, so that its text can
  /// be read: outlines have no image tip and no paper, dabs no flat one, and round dabs smaller
  /// spacings.
  public var valid: Brush {
    var brush = self
    switch (rendering, tip) {
    case (.outline, .image), (.dabs, .flat), (.spray, .flat): brush.tip = .round
    default: break
    }
    switch rendering {
    case .outline: brush.paper = nil
    case .dabs(let dabs): brush.rendering = .dabs(dabs.valid(isOfImages: brush.tipImages != nil))
    case .spray(let dabs): brush.rendering = .spray(dabs.valid(isOfImages: brush.tipImages != nil))
    case .mypaint: break
    }
    return brush
  }

  /// Whether another brush of any name draws the same.
  public func isLike(_ other: Brush) -> Bool {
    if let paint, let others = other.paint { return paint.isLike(others) && size == other.size }
    var named = other
    named.name = name
    return self == named
  }

  /// The same brush with other dabs; itself if it has none.
  public func withDabs(_ change: (inout Dabs) -> Void) -> Brush {
    var brush = self
    switch rendering {
    case .dabs(var dabs):
      change(&dabs)
      brush.rendering = .dabs(dabs)
    case .spray(var dabs):
      change(&dabs)
      brush.rendering = .spray(dabs)
    case .outline, .mypaint: return self
    }
    return brush.valid
  }

  /// The same brush with another image tip; itself if it has none.
  public func withImageTip(_ change: (inout ImageTip) -> Void) -> Brush {
    guard case .image(var image) = tip else { return self }
    change(&image)
    var brush = self
    brush.tip = .image(image)
    return brush
  }
}

extension Brush.Dabs {
  fileprivate func valid(isOfImages: Bool) -> Brush.Dabs {
    let range = isOfImages ? Self.imageSpacings : Self.spacings
    var dabs = self
    dabs.spacing = max(range.lowerBound, min(range.upperBound, spacing))
    return dabs
  }
}
