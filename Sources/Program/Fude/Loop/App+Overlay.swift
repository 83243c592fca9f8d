import Desktop
import Document
import Files
import Geometry
import Ink
import Input
import Language
import Library
import Panels
import Storage
import Studio
import Toolkit

/// Exchange between the overlay and the session.
extension App {
  /// Carries out what an input on the overlay asks for.
  func carryOut(_ effect: Overlay.Effect) {
    switch effect {
    case .perform(let action): carryOut(session.perform(action))
    case .turning(let mode, let value), .released(let mode, let value): turn(mode, to: value)
    case .changeSettings(let new): changeSettings { $0 = new }
    case .openMenu: overlay.showMenu()
    case .centerView(let place): carryOut(session.centerView(on: place))
    case .choose(let tool): carryOut(session.choose(tool))
    case .setSize(let size): carryOut(session.setSize(size))
    case .setOpacity(let opacity): carryOut(session.setOpacity(opacity))
    case .setForeground(let rgb):
      carryOut(session.setColour(rgb))
      var change = StrokeChange()
      change.colour = rgb
      carryOut(session.changeChosenStrokes(change))
    case .changeStrokes(let change): carryOut(session.changeChosenStrokes(change))
    case .setBackground(let rgb): carryOut(session.setBackground(rgb))
    case .setTool(let settings): carryOut(session.apply(settings))
    case .setEdge(let edge, let isSettled): carryOut(session.setEdge(edge, isSettled: isSettled))
    case .placeCenter(let isPlacing): carryOut(session.placeCenter(isPlacing))
    case .showInFolder(let path): parts.files.showInFolder(path)
    case .list(let folder): parts.files.list(folder)
    case .removeKept(let path): parts.files.removeKept(path)
    case .openFile(let path): parts.drawings.open(path)
    case .fileChosen(let path, let replaces): parts.files.take(path, replaces: replaces)
    case .replaceFile(let path): parts.drawings.save(to: path, .all)
    case .saveUnder(let path): parts.drawings.chooseSaving(suggesting: path)
    case .useOwnDialog: parts.files.useOwnDialog()
    case .copyPenReport: parts.pens.copyReport()
    case .copyText(let text): parts.clipboard.copy(text)
    case .pasteText: parts.clipboard.pasteText()
    case .export(let request): parts.exports.carryOut(request)
    case .cancelChange: parts.changes.cancel()
    case .scaleImage(let width, let height, let resolution):
      parts.changes.scale(width: width, height: height, resolution: resolution)
    case .cancelScaling: parts.changes.cancelScaling()
    case .brushes(let request): parts.brushes.carryOut(request)
    case .macros(let request): parts.macros.carryOut(request)
    case .edit(let step): parts.brushEditor.carryOut(step)
    case .references(let request): parts.references.carryOut(request)
    case .cancelTransfers: parts.clipboard.cancel()
    case .say(let sentence): show(message: sentence)
    case .quitWithoutKeeping: quit()
    case .palettes(let request): parts.palettes.carryOut(request)
    case .layer(let operation, let isContinued): carryOut(session.perform(operation, isContinued: isContinued))
    case .canvas(let operation): carryOut(session.perform(operation))
    case .newDrawing(let new): parts.drawings.newDrawing(new)
    case .activateLayer(let id): carryOut(session.activate(layer: id))
    case .activateMask(let id): carryOut(session.activate(layer: id, .mask))
    case .selectOpacity(let surface, let modifiers): carryOut(session.select(opacityOf: surface, modifiers))
    case .chooseLayers(let ids, let active): carryOut(session.choose(layers: ids, active: active))
    case .foldGroup(let id, let isFolded): carryOut(session.fold(id, isFolded))
    }
  }

  /// Applies a value of the dial.
  private func turn(_ mode: DialMode, to value: Double) {
    switch mode {
    case .rotate: carryOut(session.setRotation(Angle(degrees: value)))
    case .size: carryOut(session.setSize(value))
    case .opacity: carryOut(session.setOpacity(value))
    case .zoom: carryOut(session.setZoom(value))
    case .hue: carryOut(session.setColour(parts.palettes.colour(turnedTo: value)))
    }
  }

  /// Starts, moves or ends text input, with the input method at the caret.
  func followTextInput() {
    let field = overlay.textInputFrame.map { Point(Double($0.minX), Double($0.maxY)) }
    guard let foot = field ?? (overlay.isModal ? nil : session.caret) else { return window.endTextInput() }
    if window.isTextInputActive { window.moveTextInput(to: foot) } else { window.beginTextInput(at: foot) }
  }

  /// Shows the session's state on the overlay, except while a stroke is drawn. While a pen only
  /// hovers, nothing can be new except thumbnails that are due and the pen doctor's readings.
  func showState() {
    let isDue = if let due = session.thumbnailDeadline { now >= due } else { false }
    guard frame.isDirty(.panels) || isDue || parts.pens.isObserving else { return }
    session.interfaceScale = overlay.theme.scale
    session.openArea = overlay.openArea
    parts.pens.decoder.touches.use = session.settings.touch
    parts.pens.decoder.touches.slop = TouchTracker.standardSlop * overlay.theme.scale
    if session.isDrawing { return }
    frame.clear([.panels, .state])
    workplace.withdrawOldUndo()
    var state = InterfaceState()
    state.tool = session.tool
    (state.brush, state.brushSmudges) = (session.brush.name, session.brush.smudges || session.isBlendHeld)
    (state.brushTakesPaper, state.brushPaper) = (session.brush.takesPaper, session.brushPaper)
    state.papers = session.papers.names
    state.drawing = session.drawingBrush
    state.size = state.drawing.fullWidth
    state.neutralSize = session.brushes[state.drawing.name]?.fullWidth ?? state.drawing.fullWidth
    state.opacity = session.opacity
    state.toolSettings = session.toolSettings
    state.isPlacingCenter = session.isPlacingCenter
    if !state.isPlacingCenter { overlay.withdraw(message: Session.placingHint) }
    state.isFloating = session.document.floating != nil
    state.hasSelection = session.document.selection != nil || state.isFloating
    state.selectionPlace = session.selectionPlace
    state.selectionEdge = session.selectionEdge
    state.chosenStrokes = session.chosenStrokes
    state.canvas = session.document.bounds
    state.foreground = session.shownColour
    state.recentColours = session.recentColours
    state.background = session.background
    parts.palettes.show(in: &state)
    state.brushes = session.brushes.names.filter { $0 != "eraser" }
    state.recentBrushes = session.recentBrushes
    parts.brushes.show(in: &state)
    parts.macros.show(in: &state)
    state.layers = LayerItem.items(
      of: session.document, thumbnails: session.thumbnails(now: now), strokes: state.chosenStrokes)
    state.activeLayer = session.document.activeID
    (state.paper, state.isPaperShown) = (session.document.paper, session.document.isPaperShown)
    state.undoCount = session.undoCount
    state.redoCount = session.redoCount
    state.zoom = session.view.zoom
    state.showsWhole = session.showsWhole
    let showsNavigator = session.settings.showsNavigator && overlay.arePanelsShown
    state.navigator = session.navigator(within: showsNavigator ? overlay.navigatorSize : nil, now: now)
    parts.references.show(in: &state)
    state.rotation = session.view.rotation.degrees
    state.isMirrored = session.view.isMirrored
    state.recentFiles = parts.files.recent.paths
    parts.pens.show(in: &state)
    state.settings = session.settings
    state.desktopContrast = connection.highContrast.map { $0 == .dark ? .dark : .light }
    state.editing = parts.brushEditor.editing?.shown
    overlay.show(state)
  }
}
