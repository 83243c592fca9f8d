import CMyPaint
import Geometry
import Glibc
import Ink
import Raster

/// The surface on which the library paints a stroke: its callbacks, with limits of their work.
final class MyPaintTileSurface {
  /// The greatest number of dabs and colour samples in one event. A brush of 200 dabs a second needs
  /// 1000 for the longest event; 20 dabs a radius need fewer for a jump of 400 radii.
  static let dabLimit = 8192
  /// The greatest sum of the squares around the dabs of one event, px.
  static let areaLimit = 1 << 25
  /// The greatest radius of a dab, px.
  static let radiusLimit: Float = 1100
  /// The greatest distance of pixels from the local origin, px. The library's memory grows with the
  /// square of it.
  static let reach = 1 << 15

  let tiles: MyPaintTiles
  /// Whether colours of dabs are rounded, not cut.
  private let roundsColours: Bool
  private let object: MyPaintSurfaceObject
  private let coverage: MyPaintCoverage?
  private var brush: MyPaintBrushObject?
  /// What is painted of the next events.
  var way = DabWay.whole
  private var changes = PixelRect.empty
  // The work of the current event.
  private var dabs = 0
  private var area = 0
  /// The rows in which the library reads a colour, px from the local origin; nil while it reads none. Before it
  /// reads, it draws the dabs that wait.
  private var sampledRows: Range<Int>?
  // Seeds `rand` for each sample of a colour.
  private var samples: UInt32 = 0

  /// Nil if the library does not set its functions.
  /// - Parameter coverage: is covered by the same dabs; nil if nothing is.
  init?(tiles: MyPaintTiles, library: MyPaintLibrary, roundsColours: Bool, coverage: MyPaintCoverage? = nil) {
    let object = MyPaintSurfaceObject(library) { surface, request in
      MyPaintSurfaceObject.user(of: surface, as: MyPaintTileSurface.self)?.start(request)
    }
    guard let object else { return nil }
    (self.tiles, self.object, self.roundsColours, self.coverage) = (tiles, object, roundsColours, coverage)
    object.setUser(self)
    setCallbacks()
  }

  /// Draws an event, and adds what changed to `drainChanges`.
  func stroke(to event: MyPaintEvent, with brush: MyPaintBrushObject) {
    (dabs, area) = (0, 0)
    self.brush = brush
    defer { self.brush = nil }
    object.begin()
    coverage?.begin()
    var changed = PixelRect.empty
    brush.withPigments {
      brush.withMixing { brush.stroke(to: event, on: object.surface) }
      brush.limitFeedback()
      changed = object.end()
    }
    coverage?.end()
    changes = changes.union(changed.intersection(tiles.bounds))
  }

  /// Returns the rectangle, from the local origin, that holds all pixels changed since the last call.
  func drainChanges() -> PixelRect {
    defer { changes = .empty }
    return changes
  }

  private func setCallbacks() {
    object.surface.pointee.draw_dab_pigment = {
      surface, x, y, radius, red, green, blue, opaque, hardness, alpha, ratio, angle, lock, colorize, posterize, levels,
      paint in
      guard let owner = MyPaintSurfaceObject.user(of: surface, as: MyPaintTileSurface.self) else { return 0 }
      let radius = owner.way.radius(radius, atX: x, y: y)
      guard owner.allowsDab(x: x, y: y, radius: radius),
        // The library does not check its numbers. The sum is finite only if all of them are.
        (opaque + hardness + angle + lock + colorize + posterize + levels + paint).isFinite, hardness >= 1e-6,
        ratio <= 10_000
      else { return 0 }
      // The library goes on as if it were painted.
      guard owner.way.paints(atX: x, y: y) else { return 1 }
      // A mixture with a transparent colour gives NaN. The library would paint that as 0. It cuts numbers to steps of
      // 1 / 32768, so a colour that it samples and paints again would become darker with each dab.
      func number(_ value: Float) -> Float {
        value.isNaN ? 0 : owner.roundsColours ? (value * 32768).rounded() / 32768 : value
      }
      owner.coverage?.add(
        x: x, y: y, radius: radius, opacity: opaque, hardness: hardness, ratio: ratio, angle: angle)
      return owner.object.drawDab(
        surface, x, y, radius, number(red), number(green), number(blue), opaque, hardness, number(alpha), ratio, angle,
        lock, colorize, posterize, levels, paint)
    }
    object.surface.pointee.get_color_pigment = { surface, x, y, radius, red, green, blue, alpha, paint in
      // What the library says of transparent places.
      for channel in [red, blue, alpha] { channel?.pointee = 0 }
      green?.pointee = 1
      guard let owner = MyPaintSurfaceObject.user(of: surface, as: MyPaintTileSurface.self), let brush = owner.brush
      else { return }
      let seed = owner.samples
      owner.samples &+= 1
      guard owner.allowsDab(x: x, y: y, radius: radius), paint.isFinite else { return }
      // The library reads a disc of at least 1 px and what its soft edge touches.
      let reach = max(radius, 1) + 3
      owner.sampledRows = Int((y - reach).rounded(.down))..<Int((y + reach).rounded(.up))
      defer { owner.sampledRows = nil }
      // Takes long, as it draws the dabs before.
      brush.withoutMixing {
        mypaint_seed_rand(seed)
        owner.object.getColour(surface, x, y, radius, red, green, blue, alpha, paint)
      }
    }
  }

  private func start(_ request: UnsafeMutablePointer<MyPaintTileRequest>?) {
    guard let request else { return }
    let place = MyPaintTilePlace(column: Int(request.pointee.tx), row: Int(request.pointee.ty))
    let isWritten = request.pointee.readonly == 0
    if let sampledRows, !isWritten {
      request.pointee.buffer = tiles.pickedChannels(at: place, rows: sampledRows)
    } else {
      request.pointee.buffer = tiles.channels(at: place, forWriting: isWritten)
    }
  }

  /// Counts a dab or a sample, and returns whether the library may work on it. Ends the event when
  /// its work reaches a limit.
  private func allowsDab(x: Float, y: Float, radius: Float) -> Bool {
    brush?.limitFeedback()
    dabs += 1
    guard dabs <= Self.dabLimit, area <= Self.areaLimit else {
      brush?.endEvent()
      return false
    }
    guard radius >= 0, radius <= Self.radiusLimit, abs(x) <= Float(2 * Self.reach), abs(y) <= Float(2 * Self.reach)
    else { return false }
    let side = Int(2 * radius) + 3
    let square = PixelRect(x: Int(x) - side / 2 - 1, y: Int(y) - side / 2 - 1, width: side + 2, height: side + 2)
    guard square.intersects(tiles.bounds) else { return false }
    area += side * side
    return true
  }
}
