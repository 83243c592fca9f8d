import Document
import Geometry
import Language
import Studio
import Toolkit

/// The size of the crop tool's frame, and the buttons that crop and reset.
final class CropOptions: ToolOptions {
  let width: NumberField
  let height: NumberField
  let apply: Button
  let reset: Button

  override init(_ context: WidgetContext, isUpright: Bool) {
    (width, height) = (NumberField(context), NumberField(context))
    apply = Button(context)
    reset = Button(context)
    super.init(context, isUpright: isUpright)
    for (field, title) in [(width, translated("Width")), (height, translated("Height"))] {
      (field.title, field.range) = (title, 1...Double(Document.largestSide))
    }
    width.onChange = { [weak self] value in self?.changingFrame { $0.maxX = $0.minX + Int(value.rounded()) } }
    height.onChange = { [weak self] value in self?.changingFrame { $0.maxY = $0.minY + Int(value.rounded()) } }
    apply.face = .text(translated("Crop"))
    apply.onPress = { context.post(.perform(.apply)) }
    reset.face = .text(translated("Reset", context: "crop tool"))
    reset.onPress = { context.post(.perform(.cancel)) }
    add(group: [context.name(translated("Size")), width, context.name("×"), height])
    add(group: [apply, reset], spacing: 2)
  }

  /// The frame, canvas px.
  private var frameOnCanvas: PixelRect { context.state.toolSettings.crop ?? context.state.canvas }

  private func changingFrame(_ change: (inout PixelRect) -> Void) {
    var rect = frameOnCanvas
    change(&rect)
    changing { $0.crop = rect }
  }

  override func update() -> Bool {
    let rect = frameOnCanvas
    (width.value, height.value) = (Double(rect.width), Double(rect.height))
    let isChanged = context.state.toolSettings.crop != nil
    (apply.isEnabled, reset.isEnabled) = (isChanged, isChanged)
    return false
  }
}
