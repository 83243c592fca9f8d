import Archive
import Document

extension OpenRasterReader {
  /// Whether a saved file has an entry in place of this one, which is not the image of a layer.
  static func isWrittenAgain(_ name: String) -> Bool {
    let written = [
      "mimetype", "stack.xml", OpenRasterWriter.mergedName, OpenRasterWriter.thumbnailName, FileHistory.entryName,
    ]
    return name.hasSuffix("/") || written.contains(name) || ReferenceBoard.isEntry(name)
  }

  /// The files of the archive that Fude neither reads nor writes: those that are kept, and the names of
  /// the others, which are too large or unreadable. Files that kept elements or attributes name come
  /// first, also if layers show them.
  func otherFiles() -> (kept: [ForeignContent.File], left: [String]) {
    let names = Set(archive.entries.map(\.name)).filter { !Self.isWrittenAgain($0) }
    var known = findings.sources
    for layer in stack.nodes where !layer.isGroup {
      for image in images(of: layer) { if case .layer(let source) = image.content { known.insert(source) } }
    }
    let used = findings.values.intersection(names)
    var (kept, left): ([ForeignContent.File], [String]) = ([], [])
    var budget = findings.budget
    for name in used.sorted() + names.subtracting(used).subtracting(known).sorted() {
      guard ForeignContent.canKeep(file: name), kept.count < ForeignContent.mostFiles,
        let bytes = try? entry(name, limit: budget.bytes)
      else {
        left.append(name)
        continue
      }
      let file = ForeignContent.File(name: name, bytes: bytes)
      if budget.admits(file: file) { kept.append(file) } else { left.append(name) }
    }
    return (kept.sorted { $0.name < $1.name }, left.sorted())
  }

  /// The unknown content of the file.
  /// - Parameters:
  ///   - paper: the node that is the paper; nil for none.
  ///   - layers: the nodes of the drawing's layers.
  func foreignContent(paper: RasterNode?, layers: some Sequence<(Layer.ID, RasterNode)>) -> ForeignContent {
    var content = ForeignContent()
    (content.image, content.stack) = (stack.foreign.image, stack.foreign.stack)
    content.paper = paper?.foreign ?? ForeignNode()
    for (id, node) in layers where !node.foreign.isEmpty { content.layers[id] = node.foreign }
    content.files = otherFiles().kept
    return content
  }
}

extension ForeignContent {
  /// The names of the entries of a saved file.
  struct Sources {
    private let taken: Set<String>

    init(beside content: ForeignContent) { taken = Set(content.files.map(\.name)) }

    /// The image of the paper.
    var paper: String {
      var stem = "data/paper"
      while taken.contains(stem + ".png") { stem += "_" }
      return stem + ".png"
    }

    /// The beginnings of the names of as many layers' images, such as "data/layer1".
    func layers(_ count: Int) -> [String] {
      var stems: [String] = []
      var number = 0
      while stems.count < count {
        number += 1
        let stem = "data/layer\(number)"
        if !taken.contains(where: { $0 == stem + ".png" || $0.hasPrefix(stem + "-") }) { stems.append(stem) }
      }
      return stems
    }
  }

  /// Adds what is kept beside the layers to the list of a drawing, whose lowest node is the paper.
  func add(to list: inout RasterStack, of document: borrowing Document) {
    list.foreign = ForeignStack(image: image, stack: stack, highest: orphans(in: document))
    list.nodes[0].foreign = paper
  }

  /// The entries of a file.
  var entries: [OpenRasterWriter.Extra] {
    files.map { .init(name: $0.name, bytes: $0.bytes, isPacked: !$0.name.hasSuffix(".png")) }
  }
}
