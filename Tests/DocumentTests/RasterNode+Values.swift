import Document
import Pixels
import Storage

extension RasterNode {
  /// A node from values.
  init(
    name: String, content: Content, depth: Int = 0, x: Int = 0, y: Int = 0, opacity: Double = 1,
    isVisible: Bool = true, isLocked: Bool = false, clipping: Clipping? = nil, isAlphaLocked: Bool = false,
    isSelected: Bool = false, blend: CompositeOperator = .sourceOver
  ) {
    self.init(name: name, content: content, depth: depth, x: x, y: y, opacity: opacity, isVisible: isVisible)
    (properties.isLocked, properties.isAlphaLocked, properties.blend) = (isLocked, isAlphaLocked, blend)
    (self.clipping, self.isSelected) = (clipping, isSelected)
  }
}
