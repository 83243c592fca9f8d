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

/// The size as users know it: the width of the ink at full pressure, for every brush.
///
/// `size` is the diameter of the tip that a brush is made with. Both are the same for a brush of outlines. The prints of
/// others are scattered, or grow with pressure.
extension Brush {
  /// The width of the ink at full pressure, canvas px.
  public var fullWidth: Double {
    if let paint { return paint.fullWidth(ofRadius: size / 2) }
    return size * spread
  }

  /// The same brush with another width at full pressure, canvas px, as far as `tipSizes` allow.
  public func resized(toFullWidth width: Double) -> Brush {
    // Its tip must not change by the search for it.
    guard width.isFinite, width > 0, abs(width - fullWidth) > 1e-9 * width else { return self }
    var brush = self
    let tip = paint.map { 2 * $0.radius(ofFullWidth: width) } ?? width / spread
    brush.size = max(Self.tipSizes.lowerBound, min(Self.tipSizes.upperBound, tip))
    return brush
  }

  /// How much wider than its prints the band of ink is, as a factor.
  private var spread: Double { 1 + 1.2 * (dabs?.variation.scatter ?? 0) }
}
