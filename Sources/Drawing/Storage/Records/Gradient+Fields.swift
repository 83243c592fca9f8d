import Document
import Geometry
import Language
import Pixels

extension GradientPainter.Kind: WordChoice {}

extension Gradient: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
    try coder.code(&selection, "selection")
    try coder.code(&from, Field("from", .px, in: -1e7...1e7))
    try coder.code(&to, Field("to", .px, in: -1e7...1e7))
    try coder.code(&stops, "stops")
    try coder.choose(&kind, Field("kind", standard: .linear))
    try coder.code(&opacity, Field("opacity", .share, in: 0...255, standard: 255))
  }
}

extension FieldCoder {
  mutating func code(_ stops: inout GradientStops, _ name: String) throws(Failure) {
    var all = stops.stops.map { FieldedStop(stop: $0) }
    let blank = FieldedStop(stop: GradientStops.Stop(place: 0, colour: 0))
    try code(&all, name, like: blank, limit: GradientStops.counts.upperBound)
    guard reads else { return }
    let read = GradientStops(all.map(\.stop))
    try check(read != nil, translated("the stops of a gradient are damaged"))
    if let read { stops = read }
  }
}

/// A stop of a gradient as a value of its own.
private struct FieldedStop: Fielded {
  var stop: GradientStops.Stop

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&stop.place, Field("place", in: GradientStops.places))
    try coder.code(color: &stop.colour, "color")
    try coder.code(&stop.opacity, Field("opacity", .share, in: 0...255, standard: 255))
  }
}
