import Desktop
import Document
import Files
import Ink
import Input
import Language
import Library
import Storage
import Studio

/// Wiring the parts, and the first drawing.
extension App {
  /// Connects the parts with each other where one calls another.
  func connectParts() {
    workplace.onRequests = { [unowned self] in carryOut($0) }
    workplace.onEffect = { [unowned self] in carryOut($0) }
    workplace.showState = { [unowned self] in showState() }
    workplace.onSettings = { [unowned self] in parts.settings.apply() }
    parts.drawings.onOther = { [unowned self] in openOther($0) }
    parts.clipboard.onOther = { [unowned self] in openOther($0) }
    parts.drawings.onSession = { [unowned self] in prepareSession() }
    parts.drawings.onLeave = { [unowned self] in
      parts.clipboard.cancel()
      parts.marks.forgetPen()
    }
  }

  /// Applies settings, and shows the first drawing with its messages.
  func begin(with file: StartFile?, _ recovery: DrawingStore.Recovery) {
    parts.brushes.recall()
    parts.settings.begin()
    if let file, let brush = file.brush { parts.brushes.use(brush, at: file.path) }
    if let fault = session.paperFault {
      say("\(fault)")
      show(message: Session.sentence(paper: fault))
    }
    parts.brushes.begin()
    if let file, file.fault == nil, file.kind == .pack || file.kind == .palette { openOther(file.path) }
    let content = file?.content
    Welcome(
      place: workplace, files: parts.files, journal: parts.journal, drawings: parts.drawings, file: options.file,
      isNew: options.isNew, isRecording: recorder != nil
    ).begin(content, recovery)
    for fault in session.brushes.faults { say(fault) }
    workplace.tell([ShippedFiles.absence].compactMap { $0 })
    if let reason = pump.xi2Unavailable { say(translated("pens have no pressure: {reason}", ["reason": reason])) }
    parts.pens.decoder.overrides = workplace.keeper.settings.devices
    parts.settings.onDevices = { [unowned self] in apply($0) }
    queryDevices()
    workplace.tell(content?.notes ?? [])
    guard let file else { return }
    if file.kind == .drawing, !file.isLate, content?.taken == nil {
      parts.files.folder = PathText.folder(of: file.path)
    }
    if let fault = file.fault {
      workplace.report(fault)
    } else if file.isLate {
      parts.drawings.read(file.path, takingOver: file.started)
    } else if content != nil, content?.taken == nil {
      parts.files.remember(file.path)
    }
  }

  /// Opens a file that is no drawing.
  private func openOther(_ path: String) {
    if LibraryFile.isPalette(path) { parts.palettes.add(path) } else { parts.brushes.open(path) }
  }

  /// Applies the options of the command line to a new session, and connects it to the recorder of samples.
  private func prepareSession() {
    if let ms = options.prediction { session.predictionHorizon = ms / 1000 }
    if let strength = options.smoothing { session.smoothing = strength }
    guard let recorder else { return }
    recorder.begin(width: session.document.width, height: session.document.height)
    session.sampleTap = { sample, brush in recorder.add(sample, drawnWith: brush) }
  }

  private func apply(_ overrides: [DeviceKey: DeviceOverride]) {
    guard parts.pens.decoder.overrides != overrides else { return }
    parts.pens.decoder.overrides = overrides
    queryDevices()
  }
}
