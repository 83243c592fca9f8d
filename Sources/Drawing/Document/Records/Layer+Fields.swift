import Language
import Pixels
import Raster

extension CompositeOperator: WordChoice {}

extension Layer.Label: ListedChoice {
  var word: String { name ?? "none" }
}

extension Layer.Group: ListedChoice {
  public static let allCases: [Layer.Group] = [.isolated, .passThrough]

  var word: String { self == .isolated ? "isolated" : "pass-through" }
}

/// Each property of layers, once for the operation that sets it and for the lists that have it.
extension Layer.Properties: Fielded {
  fileprivate static let name = Field<String>("name")
  fileprivate static let visible = Field("is-visible", standard: true)
  fileprivate static let locked = Field("is-locked", standard: false)
  fileprivate static let clipped = Field("is-clipped", standard: false)
  fileprivate static let alphaLocked = Field("is-alpha-locked", standard: false)
  fileprivate static let maskOn = Field("is-mask-on", standard: true)
  fileprivate static let opacity = Field("opacity", in: 0...1, standard: 1.0)
  fileprivate static let blend = Field("blend", standard: CompositeOperator.sourceOver)
  fileprivate static let label = Field("label", standard: Layer.Label.none)

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&name, Self.name)
    try coder.code(&isVisible, Self.visible)
    try coder.code(&isLocked, Self.locked)
    try coder.code(&isClipped, Self.clipped)
    try coder.code(&isAlphaLocked, Self.alphaLocked)
    try coder.code(&isMaskOn, Self.maskOn)
    try coder.code(&opacity, Self.opacity)
    try coder.choose(&blend, Self.blend)
    try coder.choose(&label, Self.label)
  }
}

extension Layer.Property: FieldedCases {
  static let blanks: [Layer.Property] = [
    .name(""), .visible(true), .locked(false), .clipped(false), .alphaLocked(false), .maskOn(true), .opacity(1),
    .blend(.sourceOver), .group(.isolated), .label(.none),
  ]

  var word: String {
    switch self {
    case .name: "name"
    case .visible: "visible"
    case .locked: "locked"
    case .clipped: "clipped"
    case .alphaLocked: "alpha-locked"
    case .maskOn: "mask-on"
    case .opacity: "opacity"
    case .blend: "blend"
    case .group: "group"
    case .label: "label"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .name(var name):
      try coder.code(&name, Layer.Properties.name)
      self = .name(name)
    case .visible(var isOn):
      try coder.code(&isOn, Layer.Properties.visible)
      self = .visible(isOn)
    case .locked(var isOn):
      try coder.code(&isOn, Layer.Properties.locked)
      self = .locked(isOn)
    case .clipped(var isOn):
      try coder.code(&isOn, Layer.Properties.clipped)
      self = .clipped(isOn)
    case .alphaLocked(var isOn):
      try coder.code(&isOn, Layer.Properties.alphaLocked)
      self = .alphaLocked(isOn)
    case .maskOn(var isOn):
      try coder.code(&isOn, Layer.Properties.maskOn)
      self = .maskOn(isOn)
    case .opacity(let value):
      var opacity = Layer.clampedOpacity(value)
      try coder.code(&opacity, Layer.Properties.opacity)
      self = .opacity(opacity)
    case .blend(var blend):
      try coder.choose(&blend, Layer.Properties.blend)
      self = .blend(blend)
    case .group(var group):
      try coder.choose(&group, Field("group", standard: .isolated))
      self = .group(group)
    case .label(var label):
      try coder.choose(&label, Layer.Properties.label)
      self = .label(label)
    }
  }
}
