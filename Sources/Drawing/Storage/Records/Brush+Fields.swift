import Document
import Geometry
import Ink
import Language

extension Brush.Blend: WordChoice {}
extension Brush.ImageTip.Choice: WordChoice {}
extension Brush.ImageTip.Turning: WordChoice {}
extension Smoother: WordChoice {}

extension Brush: Fielded {
  private enum RenderingWord: String, WordChoice, CaseIterable { case outline, dabs, spray, mypaint }
  private enum TipWord: String, WordChoice, CaseIterable { case round, flat, image }

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&name, Field("name"))
    try coder.code(&size, Field("size", .px, in: Brush.tipSizes))
    try coder.code(&minimumShare, Field("minimum-share", in: 0...1, standard: 0.1))
    try coder.code(&pressureCurve, "pressure")
    try coder.code(&width, "width")
    try coder.code(&flow, "flow")
    try visit(tip: &coder)
    try visit(rendering: &coder)
    try coder.choose(&blend, Field("blend", standard: .over))
    try coder.code(&opacity, Field("opacity", in: 0...1, standard: 1))
    try coder.choose(&smoother, Field("smoother", standard: .steady))
    try coder.code(&strength, Field("smoothing", in: 0...100, standard: 20))
    try coder.code(&hasOwnStrength, Field("has-own-smoothing", standard: false))
    try coder.code(&stabiliser, "stabiliser")
    try coder.code(&hasOwnStabiliser, Field("has-own-stabiliser", standard: false))
    try visit(paper: &coder)
  }

  private mutating func visit<Coder: FieldCoder>(paper coder: inout Coder) throws(Coder.Failure) {
    var content = paper.map { BrushTexts.Content.paper($0.texture) }
    try coder.code(&content, "paper")
    guard content != nil else {
      self = on(nil)
      return
    }
    guard case .paper(let texture) = content, takesPaper else {
      return try coder.check(false, translated("the paper of a brush is missing"))
    }
    var paper = paper ?? Paper(texture)
    paper.texture = texture
    try coder.code(&paper, "paper-options")
    self = on(paper)
  }

  private mutating func visit<Coder: FieldCoder>(tip coder: inout Coder) throws(Coder.Failure) {
    var word = TipWord.round
    switch tip {
    case .round: break
    case .flat: word = .flat
    // Other renderings print no pictures.
    case .image: word = dabs == nil ? .round : .image
    }
    try coder.choose(&word, Field("tip", standard: .round))
    switch word {
    case .round: tip = .round
    case .flat:
      var nib = if case .flat(let nib) = tip { nib } else { Nib(thickness: 1, angle: .zero, followsAzimuth: false) }
      try coder.code(&nib, "nib")
      tip = .flat(nib)
    case .image:
      var content = tipImages.map { BrushTexts.Content.images($0) }
      try coder.code(&content, "pictures")
      guard case .images(let images) = content else {
        return try coder.check(false, translated("the pictures of a brush are missing"))
      }
      var image = if case .image(let image) = tip { image } else { ImageTip(images) }
      image.images = images
      try coder.code(&image, "prints")
      tip = .image(image)
    }
  }

  private mutating func visit<Coder: FieldCoder>(rendering coder: inout Coder) throws(Coder.Failure) {
    var word: RenderingWord =
      switch rendering {
      case .outline: .outline
      case .dabs: .dabs
      case .spray: .spray
      case .mypaint: .mypaint
      }
    try coder.choose(&word, Field("rendering", standard: .outline))
    try coder.check(tipImages == nil || word == .dabs || word == .spray, translated("a brush's rendering is unknown"))
    switch word {
    case .outline: rendering = .outline
    case .dabs, .spray:
      var dabs = dabs ?? Dabs()
      try coder.code(&dabs, "dabs")
      try coder.check(
        tipImages != nil || Dabs.spacings.contains(dabs.spacing), translated("a brush's rendering is unknown"))
      rendering = word == .dabs ? .dabs(dabs) : .spray(dabs)
    case .mypaint:
      var content = paint.map { BrushTexts.Content.paint($0) }
      try coder.code(&content, "text")
      if case .paint(let paint) = content { rendering = .mypaint(paint) }
      try coder.check(paint != nil, translated("the text of a brush is missing"))
    }
  }
}

extension PressureCurve: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var (first, second) = (first, second)
    try coder.code(&first, Field("first", in: 0...1, standard: Point(1 / 3.0, 1 / 3.0)))
    try coder.code(&second, Field("second", in: 0...1, standard: Point(2 / 3.0, 2 / 3.0)))
    if (first, second) == (self.first, self.second) { return }
    // Solving a curve takes time, and most brushes have the linear one.
    let isLinear = first == PressureCurve.linear.first && second == PressureCurve.linear.second
    self = isLinear ? .linear : PressureCurve(first: first, second: second)
  }
}

extension Brush.WidthDynamics: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&tiltPencil, "tilt-pencil", .none, in: 0...1)
    try coder.code(&flat, Field("flat", in: 1...20, standard: 1))
    try coder.code(&thinning, Field("thinning", in: 0...1, standard: 0))
    try coder.code(&speed, Field("speed", in: 1...100_000, standard: 1000))
    try coder.code(&rise, Field("rise", .px, in: 0...1000, standard: 0))
    try coder.code(&fall, Field("fall", .px, in: 0...1000, standard: 0))
  }
}

extension Brush.FlowDynamics: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&most, Field("most", in: 0...1, standard: 1))
    try coder.code(&minimumShare, Field("minimum-share", in: 0...1, standard: 1))
    try coder.code(&flat, Field("flat", in: 0...1, standard: 1))
    try coder.code(&curve, "pressure")
  }
}

extension Brush.Nib: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&thickness, Field("thickness", in: 0.02...1))
    try coder.code(&angle, "angle", standard: 0)
    try coder.code(&followsAzimuth, Field("follows-tilt", standard: false))
  }
}

extension Brush.Dabs: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&spacing, Field("spacing", in: Brush.Dabs.imageSpacings, standard: 0.25))
    try coder.code(&hardness, Field("hardness", in: 0...1, standard: 1))
    try coder.code(&grain, Field("grain", in: 0...1, standard: 0))
    try coder.code(&grainScale, Field("grain-scale", in: 1...16, standard: 1))
    try coder.code(&variation, "variation")
  }
}

extension Brush.Variation: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&scatter, Field("scatter", in: Brush.Variation.scatters, standard: 0))
    try coder.code(&scattersAlong, Field("scatters-along", standard: false))
    try coder.code(&count, Field("count", in: 1...16, standard: 1))
    try coder.code(&size, Field("size", in: 0...1, standard: 0))
    try coder.code(&strength, Field("strength", in: 0...1, standard: 0))
  }
}

extension Brush.ImageTip: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.choose(&choice, Field("choice", standard: .sequence))
    try coder.choose(&turning, Field("turning", standard: .fixed))
    try coder.code(&angle, "angle", standard: 0)
    try coder.code(&roundness, Field("roundness", in: Brush.ImageTip.roundnesses, standard: 1))
    try coder.code(&angleJitter, Field("angle-jitter", in: 0...1, standard: 0))
    try coder.code(&flipsAcross, Field("flips-across", standard: false))
    try coder.code(&flipsDown, Field("flips-down", standard: false))
  }
}

extension Brush.Paper: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&strength, Field("strength", in: 0...1, standard: 1))
    try coder.code(&scale, Field("scale", in: Brush.Paper.scales, standard: 1))
  }
}

extension Stabiliser: Fielded {
  private enum Word: String, WordChoice, CaseIterable { case none, rope, average }

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var (word, length, time, endsAtPen) = (Word.none, 1.0, 0.01, false)
    switch self {
    case .none: break
    case .rope(let own, let ends): (word, length, endsAtPen) = (.rope, own, ends)
    case .average(let own, let ends): (word, time, endsAtPen) = (.average, own, ends)
    }
    try coder.choose(&word, Field("kind", standard: Word.none))
    switch word {
    case .none: self = .none
    case .rope:
      try coder.code(&length, Field("length", in: Stabiliser.lengths))
      try coder.code(&endsAtPen, Field("ends-at-pen", standard: false))
      self = .rope(length: length, endsAtPen: endsAtPen)
    case .average:
      try coder.code(&time, Field("time", .seconds, in: Stabiliser.times))
      try coder.code(&endsAtPen, Field("ends-at-pen", standard: false))
      self = .average(time: time, endsAtPen: endsAtPen)
    }
  }
}
