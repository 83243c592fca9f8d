import Document
import Input
import Panels
import Studio

/// Measures strokes, for the status strip and for the pen doctor's page. Devices are watched only
/// while that page is open.
struct PenMeter {
  /// Measures the strokes on the canvas.
  var canvas = StrokeGauge()
  /// Measures the strokes on the pen doctor's page.
  var page = StrokeGauge()
  /// Watches devices; nil while the page is closed.
  var observer: PenObserver?
  /// The published figures that the page quotes.
  lazy var publishedLatency = PublishedLatency.published()

  /// The readings of the pen doctor's page; nil while it is closed.
  mutating func readings() -> PenReadings? {
    let latency = page.latency
    return observer?.readings(presentTime: latency)
  }
}
