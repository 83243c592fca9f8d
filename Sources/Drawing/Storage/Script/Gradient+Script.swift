import Ink
import Language
import Pixels

/// The colours of a gradient in a script: a list of `[place, colour]`.
extension ScriptReader {
  mutating func code(_ stops: inout GradientStops, _ name: String) throws(ScriptFault) {
    stops = .standard
    guard let value = member(name) else { return }
    let counts = GradientStops.counts
    let form = translated(
      "a list of {least} to {most} items [place, color] in the order of their places",
      ["least": counts.lowerBound, "most": counts.upperBound])
    guard case .list(let items) = value, counts.contains(items.count) else { throw fault(name, value, form) }
    var read: [GradientStops.Stop] = []
    for (index, item) in items.enumerated() {
      let path = path(name) + [.item(index)]
      guard case .list(let values) = item, values.count == 2 else { throw fault(name, item, form, at: path) }
      let place = try number(values[0], "place", in: GradientStops.places, at: path + [.item(0)])
      guard case .text(let text) = values[1], let colour = ScriptColour.valueWithOpacity(text) else {
        throw fault("color", values[1], translated("a colour such as #1d1f24 or #1d1f2480"), at: path + [.item(1)])
      }
      guard read.last.map({ $0.place <= place }) ?? true else { throw fault(name, item, form, at: path) }
      read.append(GradientStops.Stop(place: place, colour: colour.rgb, opacity: colour.opacity))
    }
    stops = GradientStops(read) ?? .standard
  }
}
