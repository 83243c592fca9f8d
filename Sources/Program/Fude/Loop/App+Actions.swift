import Desktop
import Geometry
import Ink
import Pages
import Panels
import Studio
import Toolkit

extension App {
  /// What the program does for each action of its own (`Action.isProgram`).
  static let actions: [Action: @Sendable (App) -> Void] = [
    .new: { $0.parts.drawings.showNew() },
    .newAtOnce: { $0.parts.drawings.newDrawing() },
    .newWindow: { $0.parts.windows.openWindow() },
    .open: { $0.parts.drawings.chooseOpening() },
    .save: { $0.parts.drawings.save() },
    .saveAs: { $0.parts.drawings.chooseSaving() },
    .export: { $0.parts.exports.export() },
    .exportAs: { $0.parts.exports.showPage() },
    .timeLapse: { $0.parts.exports.showFilmPage() },
    .close: { $0.parts.drawings.closeDrawing() },
    .quit: { $0.close() },
    .canvasSize: { $0.overlay.showCanvasSize(of: CanvasSubject($0.session.document)) },
    .scaleImage: { $0.overlay.showScaling(of: CanvasSubject($0.session.document)) },
    .paperColour: { $0.overlay.showPaper() },
    SelectionActions.bar: { $0.changeSettings { $0.showsSelectionBar.toggle() } },
    SelectionActions.edge: {
      if let refusal = $0.session.edgeRefusal { $0.show(message: refusal) } else { $0.overlay.showEdge() }
    },
    .renameLayer: { $0.overlay.renameLayer() },
    .layerOpacity: { $0.overlay.showLayerOpacity() },
    .layerBlend: { $0.overlay.showBlendModes() },
    .brushes: {
      $0.overlay.showBrushes()
      if $0.overlay.areBrushesShown { $0.parts.brushes.list() }
    },
    .repeatSteps: { $0.parts.macros.showPage($0.overlay) },
    .editBrush: { $0.parts.brushEditor.carryOut(.open($0.session.drawingBrush.name)) },
    .pickFromScreen: { $0.parts.screenColour.begin() },
    .nextStabiliser: { $0.parts.settings.chooseNextStabiliser() },
    .nextDialMode: { $0.overlay.showNextDialMode() },
    .foldDial: { $0.changeSettings { $0.isDialFolded.toggle() } },
    .navigator: { $0.parts.settings.toggleNavigator() },
    .references: { $0.parts.references.toggle() },
    .toggleFullScreen: { $0.window.setFullScreen(!$0.window.isFullScreen) },
    .togglePanels: { $0.togglePanels() },
    .resetPanels: { $0.changeSettings { $0.panelPlaces = [:] } },
    .popUp: { $0.showPopUpPalette() },
    .menu: { $0.overlay.showMenu() },
    .commandPalette: {
      $0.overlay.showCommands()
      // The search finds brushes, too.
      $0.parts.brushes.list()
    },
    .settings: { $0.overlay.showSettings() },
    .manual: { $0.parts.files.showManual() },
    .messages: { $0.overlay.showMessages() },
    .showKeys: { $0.overlay.showKeys() },
    .penDoctor: { $0.overlay.showPenDoctor() },
  ]

  private func togglePanels() {
    for effect in overlay.showPanels(!overlay.arePanelsShown).effects { carryOut(effect) }
  }

  /// Shows the palette of brushes and colours at the pointer, or in the middle of the window.
  private func showPopUpPalette() {
    let middle = Point(Double(window.width) / 2, Double(window.height) / 2)
    overlay.showPopUpPalette(at: parts.marks.hover?.position ?? middle, heldBy: nil)
  }
}
