import Document
import Files
import Ink
import Language
import Library

/// The papers under brushes.
extension Session {
  /// The paper that was chosen for the brush in use; nil for the brush's own.
  public var brushPaper: Settings.PaperUse? { brushUse.papers[brush.name] }

  /// Chooses a paper for the brush in use, from the next stroke on; nil for the brush's own. One that cannot be read is not
  /// chosen, and a message says why.
  public func setPaper(_ paper: Settings.PaperUse?) -> Effects {
    if let paper {
      do throws(FileError) { _ = try papers.texture(of: paper.name) } catch {
        return Effects(.message(Self.sentence(paper: error)))
      }
    }
    brushUse.papers[brush.name] = paper
    var effects = usePaper()
    effects.add(toolEffects)
    return effects
  }

  /// Lists the papers again after one was added.
  public func take(_ addition: PaperLibrary.Addition) { papers.take(addition) }

  /// Puts the brush in use on its paper. Without it, if it cannot be read, which a message says.
  func usePaper() -> Effects {
    brushUse.paperFault = nil
    guard let paper = brushPaper, brush.takesPaper else {
      brush = brush.on(nil)
      return Effects()
    }
    do throws(FileError) {
      let texture = try papers.texture(of: paper.name)
      brush = brush.on(Brush.Paper(texture, strength: paper.strength, scale: paper.scale))
      return Effects()
    } catch {
      brush = brush.on(nil)
      brushUse.paperFault = error
      return Effects(.message(Self.sentence(paper: error)))
    }
  }

  /// Why the brush in use is without the paper that was chosen for it; nil if it is not.
  public var paperFault: FileError? { brushUse.paperFault }

  /// The sentence about a paper that cannot be used.
  public static func sentence(paper error: FileError) -> String {
    translated("The texture was not used: {fault}.", ["fault": "\(error)"])
  }
}
