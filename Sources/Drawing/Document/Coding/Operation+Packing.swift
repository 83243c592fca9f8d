import Archive
import Geometry
import Ink
import Journal
import Raster

/// The parts of an operation that take much memory: the samples of a stroke, also of those that a selection consists of, or
/// the pixels that are pasted, also those of layers. The rest is its head.
extension Operation {
  /// The pixels that are pasted; nil for other operations.
  private var clipping: Clipping? {
    if case .place(let placing) = self, case .pasted(let clipping) = placing.source { clipping } else { nil }
  }

  /// The layers that are pasted; nil for other operations.
  private var copied: CopiedLayers? {
    if case .layer(.paste(let copied, _)) = self { copied } else { nil }
  }

  /// The operation without samples and pixels.
  package var head: Operation {
    var head = self
    head.stroke?.samples = []
    if case .strokes(let series) = self { return .strokes(series.withoutSamples) }
    if case .replacement(let inner) = self { return .replacement(inner.head) }
    if case .place(var placing) = self, !placing.strokes.isEmpty {
      for index in placing.strokes.indices { placing.strokes[index].samples = [] }
      return .place(placing)
    }
    if case .change(let change) = self { return .change(change.map(\.head)) }
    if case .place(var placing) = self, case .pasted(let clipping) = placing.source {
      placing.source = .pasted(clipping.withoutPixels)
      head = .place(placing)
    }
    if case .layer(.paste(let copied, let id)) = self { head = .layer(.paste(copied.withoutPixels, above: id)) }
    return head
  }

  /// Whether `head` lacks anything.
  var hasBulk: Bool {
    drawsStrokes || change != nil || clipping != nil || copied != nil || placing?.strokes.isEmpty == false
  }

  /// The number of samples of its strokes.
  package var sampleCount: Int { (strokes + (placing?.strokes ?? [])).reduce(0) { $0 + $1.samples.count } }

  /// The number of tiles of pixels that are pasted.
  package var tileCount: Int { clipping?.image.tileCount ?? copied?.tileCount ?? 0 }

  /// The memory of pixels that are pasted, bytes, shared or not.
  var memory: Int {
    let planes = clipping.map { [$0.image] } ?? copied?.layers.flatMap(\.planes) ?? []
    return planes.reduce(0) { $0 + $1.memory }
  }

  /// What `head` lacks, compressed.
  /// - Throws: if memory is short.
  package func bulk() throws(ArchiveError) -> [UInt8] {
    if let stroke { return try SampleCoding.encoded(stroke.samples) }
    var writer = ByteWriter()
    for item in change?.items ?? [] where item.operation.hasBulk { writer.write(counted: try item.operation.bulk()) }
    for stroke in strokes + (placing?.strokes ?? []) { writer.write(counted: try SampleCoding.encoded(stroke.samples)) }
    try clipping?.image.write(to: &writer)
    try copied?.writePixels(to: &writer)
    return writer.bytes
  }

  /// The operation of a head with what it lacks.
  /// - Throws: if the bytes are not from `bulk`.
  package init(_ head: Operation, bulk: [UInt8]) throws(PayloadError) {
    self = head
    if head.stroke != nil {
      self.stroke?.samples = try SampleCoding.decoded(bulk, limit: .max)
    } else if case .replacement(let inner) = head {
      self = .replacement(try Operation(inner, bulk: bulk))
    } else if case .strokes(let series) = head {
      var reader = ByteReader(bulk)
      self = .strokes(
        try series.map { stroke throws(PayloadError) in
          var stroke = stroke
          stroke.samples = try SampleCoding.decoded(try reader.readCounted(), limit: .max)
          return stroke
        })
    } else if case .change(let change) = head {
      var reader = ByteReader(bulk)
      self = .change(
        try change.map { item throws(PayloadError) in
          item.hasBulk ? try Operation(item, bulk: try reader.readCounted()) : item
        })
    } else if case .place(var placing) = head, !placing.strokes.isEmpty {
      var reader = ByteReader(bulk)
      for index in placing.strokes.indices {
        placing.strokes[index].samples = try SampleCoding.decoded(try reader.readCounted(), limit: .max)
      }
      self = .place(placing)
    } else if case .place(var placing) = head, case .pasted(let clipping) = placing.source {
      var reader = ByteReader(bulk)
      var image = clipping.image
      try image.read(&reader)
      placing.source = .pasted(Clipping(of: image, clipping.mask, isCut: true) ?? clipping)
      self = .place(placing)
    } else if case .layer(.paste(let copied, let id)) = head {
      var reader = ByteReader(bulk)
      self = .layer(.paste(try CopiedLayers(copied, pixels: &reader, limit: .max), above: id))
    }
  }
}

extension StrokeSeries {
  fileprivate var withoutSamples: StrokeSeries {
    map { stroke in
      var head = stroke
      head.samples = []
      return head
    }
  }
}

extension Clipping {
  /// The same pixels, all transparent.
  package var withoutPixels: Clipping {
    Clipping(of: TileGrid(width: image.width, height: image.height), mask) ?? self
  }
}
