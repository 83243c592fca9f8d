import Document
import Files
import Geometry
import Glibc
import Ink
import Input
import Language
import Library
import Paint
import Raster
import Storage

/// The actions of keys, menus and the command palette.
extension Session {
  /// Performs an action, or requests it if it is the program's. An action that changes the document finishes
  /// a stroke in progress first.
  public func perform(_ action: Action) -> Effects {
    action.body?(self) ?? Effects(.program(action))
  }

  /// Asks for the macro of a key; nil for none.
  func performMacro(by key: KeyEvent) -> Effects? {
    guard key.isDown, !settings.macroKeys.isEmpty else { return nil }
    for stroke in KeyBindings.strokes(of: key) {
      guard let macro = settings.macroKeys.filter({ $0.value == stroke }).keys.min() else { continue }
      return key.isRepeat ? Effects() : Effects(.performMacro(macro))
    }
    return nil
  }

  /// Performs a macro as one step of undo. If a part of it does not fit the drawing, nothing is done, and a message says
  /// why.
  public func perform(_ macro: MacroPlan) -> Effects {
    var fault: String?
    let ink = MacroInk(colour: colour, width: size)
    let done =
      macro.title.isEmpty
      ? translated("The steps are repeated") : translated("“{macro}” is done", ["macro": macro.title])
    var effects = saying(done) {
      change { () -> Region? in
        document.joinEdits { document -> Region? in
          var region = document.drop()
          var player = ScriptPlayer(
            macro.script, on: document, filler: filler, recordsAll: false, ink: ink,
            brush: { [brushes] name throws(ScriptPlayer.Missing) in
              guard let brush = brushes[name] else { throw ScriptPlayer.Missing(brushes.missingMessage(for: name)) }
              return brush
            },
            picture: { path throws(ScriptPlayer.Missing) in
              throw ScriptPlayer.Missing(
                translated("a macro has no pictures beside it: {path}", ["path": FileError.printable(path)]))
            })
          do throws(ScriptPlayer.Fault) {
            while try player.performNext() {}
          } catch {
            fault = FileError.printable(error.fault)
            return region
          }
          region.add(player.region)
          document = player.document
          return region
        }
      }
    }
    if let fault {
      let sentence =
        macro.title.isEmpty
        ? translated("The steps cannot be repeated: {fault}.", ["fault": fault])
        : translated("“{macro}” cannot be performed: {fault}.", ["macro": macro.title, "fault": fault])
      effects.requests = effects.requests.filter { if case .undoable = $0 { false } else { true } }
      effects.requests.append(.message(sentence))
    }
    return effects
  }

  /// Deletes the selection, or clears the layer.
  func deleteOrClear() -> Effects {
    // Nothing is cleared that the artist has not chosen.
    if hasChosenStrokes { return deleteStrokes() }
    return saying(clearing) { delete() }
  }

  /// The message after clearing.
  private var clearing: String {
    document.selection != nil || document.floating != nil
      ? translated("The selection is deleted") : translated("The layer is cleared")
  }

  /// Adds a message with an Undo button if `body` changed the document.
  func saying(_ sentence: String, _ body: () -> Effects) -> Effects {
    let state = document.history.state
    var effects = body()
    if document.history.state != state { effects.requests.append(.undoable(sentence)) }
    return effects
  }

  /// Changes the document, as below, with the changed pixels as a `Region`.
  func change(_ body: () -> Region?) -> Effects { change { body().map { FineRegion($0) } } }

  /// Changes the document after finishing the gesture in progress. `body` returns the pixels that
  /// may have changed, nil if nothing changed.
  func change(_ body: () -> FineRegion?) -> Effects {
    let wasAdorned = isAdorned
    var effects = finishGesture()
    let canvas = (bounds: document.bounds, map: document.canvasMap, whole: wholeView)
    guard let region = body() else { return effects }
    effects.panelsChanged = true
    effects.add(followPlane())
    effects.add(returnToTool())
    if document.bounds != canvas.bounds || document.canvasMap != canvas.map {
      effects.add(followCanvas(from: canvas.map, whole: canvas.whole))
      return effects
    }
    effects.damage.add(region.region)
    if wasAdorned || isAdorned { effects.adornmentsChanged = true }
    update(region)
    return effects
  }

  /// Whether the canvas shows something that a change of the drawing can move.
  private var isAdorned: Bool {
    document.selection != nil || document.floating != nil || pick != nil || gradientDraft != nil
  }

  func resizeBrush(by steps: Int) -> Effects { setSize(size * pow(2, Double(steps) / 3)) }

  /// Chooses a brush by its file's name, from the next stroke on, with the size and opacity of its
  /// last use.
  public func choose(brush name: String) -> Effects {
    guard let chosen = brushes[name] else { return Effects(.message(brushes.missingMessage(for: name))) }
    var effects = choose(.brush)
    let left = brush.name
    if left != name {
      brushUse.left[brush.name] = brush
      brushUse.opacities[brush.name] = opacity
      style.exactOpacity = brushUse.opacities[name] ?? 1
      brush = brushUse.left[name] ?? chosen
      effects.add(usePaper())
      effects.add(toolEffects)
      // The brush of the first start was not chosen.
      if recentBrushes.isEmpty { note(brush: left) }
      note(brush: name)
    }
    return effects
  }
}
