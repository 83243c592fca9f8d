import Geometry
import Panels
import Toolkit

/// The parts of a dialog in one place, of which one is shown. They are as high as the highest area that scrolls, so that
/// nothing moves when another is shown; other parts take what there is.
final class DialogParts: Widget {
  init(_ context: WidgetContext, _ parts: [Widget]) {
    super.init(context)
    for part in parts { add(part) }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, children.map { $0 is ScrollArea ? $0.size(within: width).height : 0 }.max() ?? 0)
  }

  override func layOut() {
    for part in children { part.place(frame) }
  }
}
