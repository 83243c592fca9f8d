import Desktop
import Geometry
import Input
import Language
import Studio
import Widgets

/// The pen doctor's page. All reports of all devices are observed while it is open.
extension App {
  /// Passes an event to the observer before it is decoded.
  func observe(_ raw: RawPointerEvent) {
    guard penMeter.observer != nil, let field = overlay.penField else { return }
    penMeter.observer?.isHeld = overlay.isFittingPressure
    penMeter.observer?.take(raw, isInField: raw.position.isFinite && Rect(field).contains(raw.position))
  }

  /// Passes a decoded event to the observer.
  func observe(_ event: PointerEvent) {
    guard penMeter.observer != nil else { return }
    penMeter.observer?.take(event)
    penMeter.page.take(event, at: batch.received)
  }

  /// Passes all devices to the observer.
  func updateObserver() { penMeter.observer?.setDevices(decoder.descriptions, overrides: decoder.overrides) }

  /// The page's readings; nil while it is closed.
  func penReadings() -> PenReadings? {
    guard overlay.penField != nil else {
      penMeter.observer = nil
      return nil
    }
    if penMeter.observer == nil {
      penMeter.observer = PenObserver(decoder.descriptions, overrides: decoder.overrides)
      penMeter.page = StrokeGauge()
    }
    return penMeter.readings()
  }

  /// Copies the report about the pens as text.
  func copyPenReport() {
    var report = PenReport(connection, environment: environment, overrides: decoder.overrides)
    report.scale = overlay.theme.scale
    report.tried = penMeter.readings()
    let isCopied = window.copy(report.text)
    show(
      message: isCopied
        ? translated("The report is copied: paste it while Fude is open.")
        : translated("The report cannot be copied; \"fude pens --report\" prints it."))
  }
}
