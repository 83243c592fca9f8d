import Language

/// A request of `fude edit --apply`.
struct ApplyRequest: Hashable, Sendable {
  /// The drawing or picture, or nil for a new drawing.
  var source: String
  /// The size of a new drawing; nil if `source` is a file.
  var size: CanvasSize?
  /// The drawing to write.
  var target: String
  /// The script; "-" is standard input.
  var script: String
  /// The number of the operation before which they are inserted; nil to perform them last.
  var place: Int?
  /// Whether operations that are refused are left out.
  var keepsGoing = false
  /// Whether a file that is write-protected or of another format may be replaced.
  var isForced = false
}

extension Arguments {
  static func apply(_ given: GivenArguments, _ scanner: ArgumentScanner) throws(UsageError) -> ApplyRequest {
    let source = try scanner.operand(given)
    guard let target = given.text(.output), let script = given.text(.apply) else {
      throw scanner.error(translated("-o OUT is missing: fude edit FILE -o OUT.ora"))
    }
    let others: [ArgumentOption] = [.strokes, .brush, .color, .layer, .inside, .set, .move, .scale, .delete]
    if let other = others.first(where: { given.has($0) }) { throw excluding(.apply, other, scanner) }
    var request = ApplyRequest(source: source, target: target, script: script)
    request.place = given.number(.at).map { Int($0) }
    (request.keepsGoing, request.isForced) = (given.has(.keepGoing), given.has(.force))
    let new = "new:"
    if source.hasPrefix(new) {
      guard let size = CanvasSize(String(source.dropFirst(new.count))) else {
        throw scanner.error(
          translated(
            "{value} is not of the form {example}", ["value": quoted(source), "example": "new:1920x1080"]))
      }
      guard size.isPossible else {
        throw scanner.error(
          translated(
            "{value} is too large: at most {side} px a side and 1000 megapixels are possible",
            ["value": quoted(source), "side": CanvasSize.side]))
      }
      request.size = size
    }
    return request
  }
}
