import Document
import Geometry
import Language
import Toolkit

/// Fields for the width and height of a canvas, their unit and the px per inch.
final class SizeFields {
  let width: NumberField
  let height: NumberField
  let unit: Choice
  let dpi: NumberField
  let units: [LengthUnit]
  /// Whether the sides keep their proportions.
  var isLocked = false
  /// Whether the canvas is endless: the fields for its sides are empty and not enabled.
  private var isEndless = false {
    didSet { for field in [width, height] { (field.isEnabled, field.field.isEnabled) = (!isEndless, !isEndless) } }
  }

  init(_ context: WidgetContext, units: [LengthUnit]) {
    (width, height, dpi) = (NumberField(context), NumberField(context), NumberField(context))
    self.units = units
    unit = Choice(context, units.map { $0 == .inches ? translated("in", context: "unit") : $0.rawValue })
    (width.title, height.title) = (translated("Width"), translated("Height"))
    (unit.title, dpi.title) = (translated("Unit"), translated("Resolution (dpi)"))
    dpi.range = 1...10_000
    dpi.decimals = 2
  }

  /// Calls `change` with the changes that the user makes.
  func wire(_ change: @escaping ((inout CanvasSizing) -> Void) -> Void) {
    width.onChange = { [weak self] length in
      change { size in
        size.width = size.unit.pixels(length, dpi: size.dpi, old: size.old.width)
        if self?.isLocked ?? false { size.height = Self.proportional(size.width, size.old.height, size.old.width) }
      }
    }
    height.onChange = { [weak self] length in
      change { size in
        size.height = size.unit.pixels(length, dpi: size.dpi, old: size.old.height)
        if self?.isLocked ?? false { size.width = Self.proportional(size.height, size.old.width, size.old.height) }
      }
    }
    unit.onChoose = { [weak self] i in
      if let unit = self?.units[i] { change { $0.unit = unit } }
    }
    dpi.onChange = { dpi in
      change { size in
        // Sides in mm or inches stay, so their px change.
        if size.unit == .millimetres || size.unit == .inches {
          let (w, h) = (
            size.unit.length(ofPixels: size.width, dpi: size.dpi, old: 1),
            size.unit.length(ofPixels: size.height, dpi: size.dpi, old: 1)
          )
          (size.width, size.height) = (size.unit.pixels(w, dpi: dpi, old: 1), size.unit.pixels(h, dpi: dpi, old: 1))
        }
        size.dpi = dpi
      }
    }
  }

  private static func proportional(_ side: Int, _ other: Int, _ old: Int) -> Int {
    max(1, Int((Double(side) * Double(other) / Double(old)).rounded()))
  }

  /// Shows a size. A field in which the user types keeps its text.
  func show(_ size: CanvasSizing) {
    unit.chosen = units.firstIndex(of: size.unit)
    for (field, px, old) in [(width, size.width, size.old.width), (height, size.height, size.old.height)] {
      field.range = size.unit.length(ofPixels: 1, dpi: size.dpi, old: old) / 2...1e9
      field.decimals = size.unit.decimals
      // The px of what is typed are the same, so the text stays.
      if size.unit.pixels(field.value, dpi: size.dpi, old: old) != px || field.value == 0 || !field.field.isFocused {
        field.value = size.unit.length(ofPixels: px, dpi: size.dpi, old: old)
      }
    }
    if !dpi.field.isFocused { dpi.value = size.dpi }
    isEndless = Document.isEndless(width: size.width, height: size.height)
    if isEndless { for field in [width, height] { field.field.text = "" } }
  }
}
