import Files
import Language

/// Why an export failed. No output file is left.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  case cancelled
  /// The options cannot be met. The text describes the drawing as "it": "it has no layer ...".
  case refused(String)
  case file(FileError)

  /// A message without initial capital and full stop.
  public var description: String {
    switch self {
    case .cancelled: translated("the export was cancelled; no file was written")
    case .refused(let fault): fault
    case .file(let error): "\(error)"
    }
  }
}

/// Reports the progress of an export and can cancel it.
public struct ExportProgress {
  /// Called often with the progress, 0...1; returning false cancels.
  private let shouldContinue: (Double) -> Bool
  private let range: (from: Double, to: Double)

  /// Creates a progress that calls `shouldContinue` with 0...1; returning false cancels.
  public init(_ shouldContinue: @escaping (Double) -> Bool) { (self.shouldContinue, range) = (shouldContinue, (0, 1)) }

  private init(_ shouldContinue: @escaping (Double) -> Bool, _ range: (Double, Double)) {
    (self.shouldContinue, self.range) = (shouldContinue, range)
  }

  /// A progress that reports nothing and never cancels.
  public static var none: ExportProgress { ExportProgress { _ in true } }

  /// Returns the progress of a part of the work, from one share of the whole to another.
  public func part(_ from: Double, _ to: Double) -> ExportProgress {
    let width = range.to - range.from
    return ExportProgress(shouldContinue, (range.from + width * from, range.from + width * to))
  }

  /// Reports the finished share of this part, 0...1. Throws `cancelled` if the user cancelled.
  public func report(_ share: Double) throws(ExportError) {
    guard shouldContinue(range.from + (range.to - range.from) * min(1, max(0, share))) else { throw .cancelled }
  }
}
