import Language

extension ForeignBrushes {
  /// What a brush had that Fude has not, or has in another way.
  public enum Feature: String, CaseIterable, Sendable, Comparable {
    case texture
    case dualBrush
    case colourDynamics
    /// The tip paints in its own colours.
    case tipColours
    case blendMode
    case wetEdges
    case noise
    /// Paint flows while the pen rests.
    case airbrush
    /// A round tip stands for bristles or a tip that wears.
    case bristles
    /// Roundness by pressure, chance and others, or by the pen's tilt.
    case roundness
    /// The pictures of a tip are chosen in another way.
    case pictureChoice
    /// The tip has more pictures than Fude's.
    case manyPictures
    /// Scatter or the number of prints follows the pen, or moves prints along the stroke only.
    case scatter
    /// Fading, the pen's wheel, speed, tilt and others; also pressure where it acts on neither size nor strength.
    case otherControls
    case smoothing

    /// A short plural phrase for a list in a message.
    public var name: String {
      switch self {
      case .texture: translated("textures")
      case .dualBrush: translated("second tips")
      case .colourDynamics: translated("changes of colour")
      case .tipColours: translated("colours of tips")
      case .blendMode: translated("blend modes")
      case .wetEdges: translated("wet edges")
      case .noise: translated("noisy edges")
      case .airbrush: translated("airbrush effects")
      case .bristles: translated("bristles")
      case .roundness: translated("changes of roundness")
      case .pictureChoice: translated("choices of pictures")
      case .manyPictures: translated("further pictures")
      case .scatter: translated("changes of scatter")
      case .otherControls: translated("other effects of the pen")
      case .smoothing: translated("smoothing settings")
      }
    }

    /// In the order of the cases.
    public static func < (a: Feature, b: Feature) -> Bool { a.place < b.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}
