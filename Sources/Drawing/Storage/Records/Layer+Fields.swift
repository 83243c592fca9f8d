import Document
import Language
import Pixels
import Raster

extension CompositeOperator: WordChoice {
  /// Texts leave the prefix of OpenRaster out.
  var text: String { self == .sourceOver ? "normal" : String(rawValue.dropFirst(4)) }

  init?(text: String) {
    guard let choice = Self.allCases.first(where: { $0.text == text }) else { return nil }
    self = choice
  }
}

extension Layer.Label: ListedChoice {
  var word: String { name ?? "none" }
}

extension Layer.Group: ListedChoice {
  public static let allCases: [Layer.Group] = [.isolated, .passThrough]

  var word: String { self == .isolated ? "isolated" : "pass-through" }
}

extension Layer.Purpose: WordChoice {}

/// The field of each property of layers, once for the operation that sets it and for the lists that have it.
private enum PropertyField {
  static let name = Field<String>("name")
  static let visible = Field("visible", standard: true)
  static let locked = Field("locked", standard: false)
  static let clipped = Field("clipped", standard: false)
  static let alphaLocked = Field("alpha-locked", standard: false)
  static let maskOn = Field("mask-on", standard: true)
  static let opacity = Field("opacity", in: 0...1, standard: 1.0)
  static let blend = Field("mode", standard: CompositeOperator.sourceOver)
  static let label = Field("label", standard: Layer.Label.none)
  static let purpose = Field("purpose", standard: Layer.Purpose.picture)
  static let reference = Field("reference", standard: false)
}

extension Layer.Properties: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&name, PropertyField.name)
    try coder.code(&isVisible, PropertyField.visible)
    try coder.code(&isLocked, PropertyField.locked)
    try coder.code(&isClipped, PropertyField.clipped)
    try coder.code(&isAlphaLocked, PropertyField.alphaLocked)
    try coder.code(&isMaskOn, PropertyField.maskOn)
    try coder.code(&opacity, PropertyField.opacity)
    try coder.choose(&blend, PropertyField.blend)
    try coder.choose(&label, PropertyField.label)
    try coder.choose(&purpose, PropertyField.purpose)
    try coder.code(&isReference, PropertyField.reference)
  }
}

extension Layer.Property: FieldedCases {
  static let blanks: [Layer.Property] = [
    .name(""), .visible(true), .locked(false), .clipped(false), .alphaLocked(false), .maskOn(true), .opacity(1),
    .blend(.sourceOver), .group(.isolated), .label(.none),
    .purpose(.picture), .reference(false),
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
    case .purpose: "purpose"
    case .reference: "reference"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .name(var name):
      try coder.code(&name, PropertyField.name)
      self = .name(name)
    case .visible(var isOn):
      try coder.code(&isOn, PropertyField.visible)
      self = .visible(isOn)
    case .locked(var isOn):
      try coder.code(&isOn, PropertyField.locked)
      self = .locked(isOn)
    case .clipped(var isOn):
      try coder.code(&isOn, PropertyField.clipped)
      self = .clipped(isOn)
    case .alphaLocked(var isOn):
      try coder.code(&isOn, PropertyField.alphaLocked)
      self = .alphaLocked(isOn)
    case .maskOn(var isOn):
      try coder.code(&isOn, PropertyField.maskOn)
      self = .maskOn(isOn)
    case .opacity(let value):
      var opacity = Layer.clampedOpacity(value)
      try coder.code(&opacity, PropertyField.opacity)
      self = .opacity(opacity)
    case .blend(var blend):
      try coder.choose(&blend, PropertyField.blend)
      self = .blend(blend)
    case .group(var group):
      try coder.choose(&group, Field("group", standard: .isolated))
      self = .group(group)
    case .label(var label):
      try coder.choose(&label, PropertyField.label)
      self = .label(label)
    case .purpose(var purpose):
      try coder.choose(&purpose, PropertyField.purpose)
      self = .purpose(purpose)
    case .reference(var isOn):
      try coder.code(&isOn, PropertyField.reference)
      self = .reference(isOn)
    }
  }
}
