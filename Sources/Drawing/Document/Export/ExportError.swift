import Files
import Language

/// Why a picture of a drawing was not made. Nothing is left of it then.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whoever wanted it wants it no more.
  case cancelled
  /// What is wrong with the wish, about the drawing as "it": "it has no layer ...".
  case refused(String)
  /// The file could not be written, or something read.
  case file(FileError)

  /// A sentence without a capital and a full stop.
  public var description: String {
    switch self {
    case .cancelled: translated("it was stopped; nothing was written")
    case .refused(let fault): fault
    case .file(let error): "\(error)"
    }
  }
}

/// Follows work that may take long, and can end it.
public struct ExportProgress {
  /// Gets how much is done, 0 ... 1, and says whether the work is still wanted. Called often.
  private let goesOn: (Double) -> Bool
  private let range: (from: Double, to: Double)

  /// A follower.
  public init(_ goesOn: @escaping (Double) -> Bool) { (self.goesOn, range) = (goesOn, (0, 1)) }

  private init(_ goesOn: @escaping (Double) -> Bool, _ range: (Double, Double)) {
    (self.goesOn, self.range) = (goesOn, range)
  }

  /// Nobody asks, nobody ends it.
  public static var none: ExportProgress { ExportProgress { _ in true } }

  /// That of a part of the work, which goes from one share of the whole to another.
  public func part(_ from: Double, _ to: Double) -> ExportProgress {
    let width = range.to - range.from
    return ExportProgress(goesOn, (range.from + width * from, range.from + width * to))
  }

  /// Tells how much of this part is done.
  /// - Throws: where the work is not wanted any more.
  public func report(_ share: Double) throws(ExportError) {
    guard goesOn(range.from + (range.to - range.from) * min(1, max(0, share))) else { throw .cancelled }
  }
}
