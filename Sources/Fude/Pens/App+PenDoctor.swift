import Desktop
import Geometry
import Input
import Language
import Studio
import Widgets

/// The pen doctor's page: while it is open every report of every device is watched, and else none.
extension App {
  /// Lets the page's observer have an event before it is decoded.
  func observe(_ raw: RawPointerEvent) {
    guard penMeter.observer != nil, let field = overlay.penField else { return }
    penMeter.observer?.isHeld = overlay.isFittingPressure
    penMeter.observer?.take(raw, isInField: raw.position.isFinite && Rect(field).contains(raw.position))
  }

  /// Lets the page's observer have what an event was decoded to.
  func observe(_ event: PointerEvent) {
    guard penMeter.observer != nil else { return }
    penMeter.observer?.take(event)
    penMeter.page.take(event, at: batch.received)
  }

  /// Tells the page's observer of all devices anew.
  func updateObserver() { penMeter.observer?.setDevices(decoder.descriptions, overrides: decoder.overrides) }

  /// What the page shows; nil while it is closed.
  func penReadings() -> PenReadings? {
    guard overlay.penField != nil else {
      penMeter.observer = nil
      return nil
    }
    if penMeter.observer == nil {
      penMeter.observer = PenObserver(decoder.descriptions, overrides: decoder.overrides)
      penMeter.page = StrokeGauge()
    }
    return penMeter.observer?.readings(presentTime: penMeter.page.latency)
  }

  /// Copies all that is known of the pens.
  func copyPenReport() {
    var report = PenReport(connection, environment: environment, overrides: decoder.overrides)
    report.scale = overlay.theme.scale
    report.tried = penMeter.observer?.readings(presentTime: penMeter.page.latency)
    let isCopied = window.copy(report.text)
    show(
      message: isCopied
        ? translated("The report is copied: paste it while Fude is open.")
        : translated("The report cannot be copied; \"fude pens --report\" prints it."))
  }
}
