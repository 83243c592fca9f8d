import Archive
import Document
import Export
import Geometry
import Ink
import Library
import RandomSource

extension FuzzTarget {
  private static let limits: ForeignBrushes.Limits = {
    var limits = ForeignBrushes.Limits()
    (limits.bytes, limits.brushes, limits.pixels, limits.brushPixels) = (1 << 22, 20, 1 << 20, 1 << 18)
    return limits
  }()

  /// Reads a file; traps if a brush is out of range.
  private static func read(_ format: ForeignBrushes.Format, _ bytes: [UInt8]) -> String? {
    _ = ForeignBrushes.format(start: bytes, path: "fuzz.abr")
    do throws(ArchiveError) {
      let brushes = try ForeignBrushes(format, bytes: bytes, fileName: "fuzz", limits: limits)
      precondition(brushes.found.count <= limits.brushes, "there are too many brushes")
      for found in brushes.found {
        precondition(isValid(found.brush), "a brush is out of range")
        for feature in found.left { _ = sentence(feature.name) }
      }
      for left in brushes.leftOut { _ = sentence(left.name + sentence(left.fault)) }
      return brushes.found.isEmpty ? brushes.leftOut.first?.fault ?? "" : nil
    } catch { return sentence("\(error)") }
  }

  private static func isValid(_ brush: Brush) -> Bool {
    guard let dabs = brush.dabs, Brush.isName(brush.name), Brush.tipSizes.contains(brush.size) else { return false }
    let variation = dabs.variation
    let shares = [
      brush.minimumShare, brush.opacity, brush.flow.minimumShare, dabs.hardness, variation.size, variation.strength,
    ]
    guard shares.allSatisfy((0.0...1).contains), (0.001...1).contains(brush.flow.most),
      Brush.Variation.scatters.contains(variation.scatter), Brush.Variation.counts.contains(variation.count)
    else { return false }
    guard case .image(let tip) = brush.tip else { return Brush.Dabs.spacings.contains(dabs.spacing) }
    return Brush.Dabs.imageSpacings.contains(dabs.spacing) && (-360...360).contains(tip.angle.degrees)
      && Brush.ImageTip.roundnesses.contains(tip.roundness) && (0...1).contains(tip.angleJitter)
  }

  /// Brushes of GIMP.
  static let gimpBrush = FuzzTarget(
    "gbr",
    seeds: {
      [
        BrushFiles.gbr(version: 1), BrushFiles.gbr(),
        BrushFiles.gbr(version: 3, kind: 18, pixels: [0x3F, 0x80, 0, 0, 0x3F, 0, 0x40, 0, 0xBF, 0x80, 0x7F, 0xC0]),
        BrushFiles.gbr(kind: 4, pixels: BrushFiles.mask(6, 4)), BrushFiles.gbr() + BrushFiles.pattern(),
      ]
    },
    run: { read(.gbr, $0) })

  /// Several tips of GIMP.
  static let gimpPipe = FuzzTarget(
    "gih",
    seeds: {
      [
        BrushFiles.gih(
          "3 ncells:3 cellwidth:3 cellheight:2 step:20 dim:1 cols:1 rows:1 placement:constant rank0:3 sel0:random",
          [
            BrushFiles.gbr(), BrushFiles.gbr(width: 5, height: 1),
            BrushFiles.gbr(kind: 4, pixels: BrushFiles.mask(6, 4)),
          ]
        ),
        BrushFiles.gih("2", [BrushFiles.gbr() + BrushFiles.pattern(), BrushFiles.gbr()]),
        BrushFiles.gih("4 ncells:4 dim:2 rank0:2 rank1:2 sel0:angular sel1:xtilt", [BrushFiles.gbr()]),
      ]
    },
    run: { read(.gih, $0) })

  /// Brushes of Photoshop.
  static let photoshop = FuzzTarget(
    "abr",
    seeds: {
      [
        BrushFiles.abr(version: 1, brushes: [BrushFiles.computed(), BrushFiles.sampled(BrushFiles.picture())]),
        BrushFiles.abr(
          version: 2,
          brushes: [
            BrushFiles.computed(name: "a", roundness: 50, angle: -30),
            BrushFiles.sampled(name: "b", BrushFiles.picture(isPacked: true)),
          ]),
        BrushFiles.abr(subversion: 1, pictures: [BrushFiles.picture(depth: 16)], presets: nil),
        BrushFiles.richABR,
      ]
    },
    run: { read(.abr, $0) })

  /// Presets of Krita.
  static let kritaPreset = FuzzTarget(
    "kpp",
    seeds: {
      let parameters = [
        "PressureSize": "true", "SizeSensor": BrushFiles.sensors([("pressure", "0,0.2;0.4,0.3;1,1;")]),
        "PressureRotation": "true",
        "RotationSensor": BrushFiles.sensors([("drawingangle", ""), ("fuzzy", "0,0;1,1;")]),
        "PressureScatter": "true", "ScatterValue": "1.5",
      ]
      return [
        BrushFiles.kpp(
          BrushFiles.preset(
            parameters, tip: BrushFiles.tip("a.gbr"), resources: [("a.gbr", BrushFiles.gbr())])),
        BrushFiles.kpp(
          BrushFiles.preset(
            parameters,
            tip: BrushFiles.drawnTip("diameter=\"20\" ratio=\"0.5\" hfade=\"0.3\" vfade=\"0.3\" spikes=\"2\"")),
          type: "tEXt"),
      ]
    },
    run: { read(.kpp, $0) },
    structured: { bytes, rng, plain in
      guard var chunks = PNGChunks(bytes), let text = PNGTextChunk.text(in: chunks) else { return nil }
      guard rng.isOne(in: 4) == false else {
        chunks.mutate(&rng, plain)
        return chunks.bytes
      }
      var changed = text
      plain(&changed, &rng)
      return BrushFiles.kpp(String(decoding: changed, as: UTF8.self), type: "iTXt", isPacked: rng.isOne(in: 2))
    })

  /// Bundles of Krita.
  static let bundle = FuzzTarget(
    "bundle",
    seeds: {
      let preset = BrushFiles.kpp(BrushFiles.preset(tip: BrushFiles.tip("a.gih")))
      let tips = BrushFiles.gih("1", [BrushFiles.gbr()])
      return [
        BrushFiles.bundle([
          ("brushes/a.gih", tips), ("brushes/b.png", BrushFiles.png()), ("paintoppresets/p.kpp", preset),
        ]),
        BrushFiles.bundle(
          [
            ("brushes/c.abr", BrushFiles.richABR), ("brushes/d.gbr", BrushFiles.gbr()),
            ("paintoppresets/q.kpp", BrushFiles.kpp(BrushFiles.preset(tip: BrushFiles.tip("c_1", type: "abr_brush")))),
          ], isPacked: true),
      ]
    },
    run: { read(.bundle, $0) },
    structured: { bytes, rng, plain in SmallZip.mutated(bytes, &rng, plain) { plain(&$0, &$1) } })
}

/// Finds the text of a preset.
private enum PNGTextChunk {
  static func text(in chunks: PNGChunks) -> [UInt8]? {
    for chunk in chunks.chunks {
      let key = Array("preset".utf8) + [0]
      guard chunk.content.starts(with: key) else { continue }
      let rest = chunk.content.dropFirst(key.count)
      switch String(decoding: chunk.type, as: UTF8.self) {
      case "tEXt": return Array(rest)
      case "zTXt": return try? Deflate.unpacked(Array(rest.dropFirst()).span, most: 1 << 20)
      case "iTXt":
        let text = Array(rest.dropFirst(4))
        return rest.first == 1 ? try? Deflate.unpacked(text.span, most: 1 << 20) : text
      default: continue
      }
    }
    return nil
  }
}

extension BrushFiles {
  /// A file of Photoshop with a preset that has most properties, and one of a round tip.
  static let richABR = abr(
    version: 10, pictures: [picture(isPacked: true), picture(4, 4, depth: 16, isPacked: true)],
    presets: [
      preset(
        "$$$/Presets/Rich=Rich", sampledTip(key(0), [("flipX", .flag(true))]),
        [
          ("useTipDynamics", .flag(true)), ("szVr", dynamic(2, jitter: 30)), ("minimumDiameter", .unit("#Prc", 20)),
          ("angleDynamics", dynamic(6, jitter: 10)), ("roundnessDynamics", dynamic(0)), ("flipY", .flag(true)),
          ("useScatter", .flag(true)), ("Cnt ", .number(3)), ("bothAxes", .flag(true)),
          ("scatterDynamics", dynamic(0, jitter: 150)), ("countDynamics", dynamic(0)),
          ("usePaintDynamics", .flag(true)), ("prVr", dynamic(2, minimum: 10)), ("opVr", dynamic(0, jitter: 40)),
          ("useTexture", .flag(true)), ("dualBrush", .object("dualBrush", [("useDualBrush", .flag(true))])),
          ("Wtdg", .flag(true)), ("data", .raw("tdta", big(3, 4) + [1, 2, 3])),
          (
            "toolOptions", .object("PbTl", [("Opct", .long(50)), ("flow", .long(40)), ("Md  ", .word("BlnM", "Mltp"))])
          ),
        ]),
      preset(
        "Round",
        .object(
          "computedBrush",
          [("Dmtr", .unit("#Pxl", 50)), ("Hrdn", .unit("#Prc", 30)), ("Rndn", .unit("#Prc", 100))])),
      preset("Second", sampledTip(key(1))),
    ])
}
