import Raster

extension Document {
  /// Traps if the drawing contradicts itself. O(layers, edits); pixels are not looked at. Tests call it after each act.
  package func checkInvariants() {
    layers.checkInvariants()
    precondition(layers.indices.contains(activeLayer), "there is an active layer")
    let active = layers[activeLayer]
    precondition(activePlane == .pixels || active.has(activePlane), "the active pixels exist")
    for layer in layers {
      precondition(
        layer.planes.allSatisfy { $0.width == width && $0.height == height }, "layers have the size of the canvas")
      precondition((1..<nextLayer).contains(layer.id.number), "the next layer has a number that none has")
      precondition((0...1).contains(layer.opacity), "an opacity is 0...1")
      precondition(layer.isPaint || layer.image.tileCount == 0, "groups have no pixels")
    }
    precondition(Self.isAllowed(width: width, height: height), "the canvas is possible")
    if let selection {
      precondition(fits(selection) && !selection.isEmpty, "a selection has the size of the canvas, and is not empty")
    }
    precondition(floating == nil || hasActivePixels, "a selection floats over pixels")
    history.checkInvariants()
  }
}
