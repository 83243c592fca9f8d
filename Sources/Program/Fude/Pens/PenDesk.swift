import Desktop
import Geometry
import Input
import Language
import Pages
import Panels
import Studio
import Toolkit

/// The pens: their devices, the decoder of their events, and the pen doctor's page. All reports of all devices are
/// observed while that is open.
final class PenDesk {
  private let place: Workplace
  private let window: Window
  private let connection: Connection
  let devices: PenDevices
  var decoder = InputDecoder()
  var meter = PenMeter()

  init(_ place: Workplace, _ window: Window, _ connection: Connection) {
    (self.place, self.window, self.connection) = (place, window, connection)
    devices = PenDevices(connection)
  }

  /// Whether the pen doctor's page is open.
  var isObserving: Bool { meter.observer != nil }

  /// Adds the page's readings to the state of the interface.
  func show(in state: inout InterfaceState) {
    state.pen = readings()
    state.publishedLatency = state.pen == nil ? nil : meter.publishedLatency
  }

  /// What the status strip shows of the pen in use.
  var strip: StatusReadings {
    StatusReadings(
      zoom: place.session.view.zoom, rotation: place.session.view.rotation.degrees, tilt: meter.canvas.tilt,
      latency: meter.canvas.latency)
  }

  /// Passes an event to the observer before it is decoded.
  func observe(_ raw: RawPointerEvent) {
    guard meter.observer != nil, let field = place.overlay.penField else { return }
    meter.observer?.isHeld = place.overlay.isFittingPressure
    meter.observer?.take(raw, isInField: raw.position.isFinite && Rect(field).contains(raw.position))
  }

  /// Passes a decoded event to the observer.
  func observe(_ event: PointerEvent) {
    guard meter.observer != nil else { return }
    meter.observer?.take(event)
    meter.page.take(event, at: place.received)
  }

  /// Passes all devices to the observer.
  func updateObserver() { meter.observer?.setDevices(decoder.descriptions, overrides: decoder.overrides) }

  /// The page's readings; nil while it is closed.
  private func readings() -> PenReadings? {
    guard place.overlay.penField != nil else {
      meter.observer = nil
      return nil
    }
    if meter.observer == nil {
      meter.observer = PenObserver(decoder.descriptions, overrides: decoder.overrides)
      meter.page = StrokeGauge()
    }
    return meter.readings()
  }

  /// Copies the report about the pens as text.
  func copyReport() {
    var report = PenReport(connection, environment: place.environment, overrides: decoder.overrides)
    report.scale = place.overlay.theme.scale
    report.tried = meter.readings()
    let isCopied = window.copy(report.text)
    place.show(
      message: isCopied
        ? translated("The report is copied: paste it while Fude is open.")
        : translated("The report cannot be copied; \"fude pens --report\" prints it."))
  }
}
