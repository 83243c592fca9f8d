@testable import Document

/// The kinds of operations in records of the type `.edit`.
enum EditKind: String, CaseIterable {
  case fill, clear, cover, lift, paste, shape

  init?(_ operation: Operation) {
    switch operation {
    case .fill: self = .fill
    case .clear: self = .clear
    case .cover: self = .cover
    case .place(let placing): self = placing.isPaste ? .paste : .lift
    case .shape: self = .shape
    case .replacement(let operation): self.init(operation)
    case .stroke, .select, .layer, .canvas, .pixels, .omitted, .change: return nil
    }
  }
}
