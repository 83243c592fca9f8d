import Archive
import Geometry
import Ink
import Language

extension ForeignBrushes {
  /// Adds the brushes of a file of Photoshop: its presets, or a brush for each picture if it has none, or the presets
  /// are damaged.
  mutating func addBrushes(of file: PhotoshopFile, stem: String, budget: inout PixelBudget) throws(ArchiveError) {
    var tips = PhotoshopTips(file, budget: budget)
    let count = file.simple.count + file.presets.count
    for (number, brush) in file.simple.enumerated() {
      let stem = count > 1 ? "\(stem) \(number + 1)" : stem
      do throws(ArchiveError) { add(try tips.found(brush), stem: stem) } catch {
        try leave(brush.name.isEmpty ? stem : brush.name, error)
      }
    }
    for (number, preset) in file.presets.enumerated() {
      let stem = count > 1 ? "\(stem) \(number + 1)" : stem
      let preset = PhotoshopPreset(preset)
      do throws(ArchiveError) { add(try preset.found(&tips), stem: stem) } catch {
        try leave(preset.name.isEmpty ? stem : preset.name, error)
      }
    }
    // Without presets, their pictures are all that there is.
    if file.presets.isEmpty {
      for (number, sample) in file.samples.enumerated() {
        let stem = file.samples.count > 1 ? "\(stem) \(number + 1)" : stem
        do throws(ArchiveError) {
          let pictures = try tips.pictures(sample.key)
          add(Found(name: "", brush: PhotoshopTips.brush(pictures), left: []), stem: stem)
        } catch { try leave(stem, error) }
      }
    }
    if let fault = file.fault { leave(stem, fault) }
    budget = tips.budget
  }
}

/// The pictures of a file of Photoshop; those that several presets use are read once.
struct PhotoshopTips {
  private(set) var budget: PixelBudget
  private let samples: [String: PhotoshopFile.Sample]
  private var kept: [Key: Result<ForeignPictures, ArchiveError>] = [:]
  /// The tips that Photoshop computes.
  var drawn = DrawnTips()

  private struct Key: Hashable {
    var name: String
    var across: Bool
    var down: Bool
  }

  /// The pictures of a file.
  init(_ file: PhotoshopFile, budget: PixelBudget) {
    self.budget = budget
    samples = Dictionary(file.samples.map { ($0.key, $0) }) { first, _ in first }
  }

  /// The picture of a key, mirrored left to right or top to bottom.
  mutating func pictures(_ name: String, across: Bool = false, down: Bool = false) throws(ArchiveError)
    -> ForeignPictures
  {
    let key = Key(name: name, across: across, down: down)
    if let known = kept[key] { return try known.get() }
    guard let sample = samples[name] else { throw .fault(translated("its tip is missing")) }
    let result: Result<ForeignPictures, ArchiveError>
    do throws(ArchiveError) {
      let tip = try sample.tip(&budget).mirrored(across: across, down: down)
      result = .success(try ForeignPictures([tip], budget: &budget))
    } catch { result = .failure(error) }
    kept[key] = result
    return try result.get()
  }

  /// A brush of version 1 or 2. Neither size nor strength follows the pressure.
  mutating func found(_ simple: PhotoshopFile.Simple) throws(ArchiveError) -> ForeignBrushes.Found {
    let spacing = simple.spacing > 0 ? Double(simple.spacing) / 100 : 0.25
    let brush: Brush
    switch simple.tip {
    case .fault(let fault): throw .fault(fault)
    case .sampled(let sample):
      var pictures = try ForeignPictures([sample.tip(&budget)], budget: &budget)
      pictures.spacing = spacing
      brush = Self.brush(pictures)
    case .computed(let diameter, let roundness, let angle, let hardness):
      brush = try disc(
        size: Double(diameter), roundness: Double(roundness) / 100, angle: Double(angle),
        hardness: Double(hardness) / 100, spacing: spacing)
    }
    return ForeignBrushes.Found(name: simple.name, brush: brush, left: [])
  }

  /// A brush that prints pictures at full strength.
  static func brush(_ pictures: ForeignPictures) -> Brush {
    var brush = pictures.plainBrush
    brush.flow.minimumShare = 1
    return brush
  }

  /// A brush with a tip that Photoshop computes: round dabs, or a picture of a disc if it is not round.
  /// - Parameters:
  ///   - angle: degrees, counter-clockwise.
  ///   - spacing: the distance between prints as a share of the diameter.
  mutating func disc(
    size: Double, roundness: Double, angle: Double, hardness: Double, spacing: Double
  ) throws(ArchiveError) -> Brush {
    var brush = Brush(size: size, minimumShare: 1)
    brush.name = "tip"
    let hardness = max(0, min(1, hardness))
    guard roundness < 1 else {
      let share = ForeignPictures.spacing(share: spacing, within: Brush.Dabs.spacings)
      brush.rendering = .dabs(Brush.Dabs(spacing: share, hardness: hardness))
      return brush
    }
    guard let images = drawn.images(hardness: hardness) else { throw .fault(translated("its tip is empty")) }
    var tip = Brush.ImageTip(images)
    tip.roundness = ForeignBrushes.roundness(roundness)
    tip.angle = ForeignBrushes.angle(degrees: -angle)
    brush.tip = .image(tip)
    brush.rendering = .dabs(Brush.Dabs(spacing: ForeignPictures.spacing(share: spacing)))
    return brush
  }
}

extension ForeignBrushes {
  /// The nearest roundness that tips can have.
  public static func roundness(_ share: Double) -> Double {
    let range = Brush.ImageTip.roundnesses
    return share.isFinite ? max(range.lowerBound, min(range.upperBound, share)) : 1
  }

  /// An angle of -180...180 degrees, never -0.
  public static func angle(degrees: Double) -> Angle {
    Angle(degrees: degrees.isFinite ? degrees.remainder(dividingBy: 360) + 0 : 0)
  }
}
