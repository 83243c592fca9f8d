import Document
import Language

/// The actions of layers.
extension Action {
  /// Those of the section, in the menu's order.
  static let layersActions: [Action] = [
    .addLayer, .duplicateLayer, .copyLayer, .deleteLayer, .renameLayer, .mergeDown, .mergeVisible, .groupLayer,
    .ungroupLayer, .raiseLayer, .lowerLayer, .layerAbove, .layerBelow, .toggleLayer, .lockLayer, .lockTransparency,
    .clipLayer, .referenceLayer, .draftLayer, .addMask, .editMask, .toggleMask, .layerOpacity, .layerBlend,
  ]

  public static let addLayer = Action(
    "add-layer", Message("Add a layer"), .layers, "Insert", also: Message("new", context: "search words")
  ) { $0.perform(.add(above: $0.document.activeID)) }
  public static let duplicateLayer = Action(
    "duplicate-layer", Message("Duplicate the layer"), .layers, "Ctrl+J", also: Message("copy", context: "search words")
  ) { $0.duplicateLayer() }
  public static let copyLayer = Action(
    "copy-layer", Message("Copy the layer"), .layers, "Ctrl+Shift+C",
    also: Message("clipboard paste group into another drawing", context: "search words")
  ) { $0.copyLayers() }
  public static let deleteLayer = Action(
    "delete-layer", Message("Delete the layer"), .layers, "Shift+Delete",
    also: Message("remove", context: "search words")
  ) { $0.perform(.delete($0.document.activeID)) }
  public static let renameLayer = Action(
    "rename-layer", Message("Rename the layer"), .layers, "F2", also: Message("name title", context: "search words"))
  public static let mergeDown = Action(
    "merge-down", Message("Merge the layer down, or the group"), .layers, "Ctrl+M",
    also: Message("flatten join combine", context: "search words")
  ) { $0.perform($0.activeLayer.isGroup ? .flatten($0.document.activeID) : .mergeDown($0.document.activeID)) }
  public static let mergeVisible = Action(
    "merge-visible", Message("Merge with all visible layers below"), .layers, "Ctrl+Alt+J"
  ) { $0.mergeVisible() }
  public static let groupLayer = Action(
    "group-layer", Message("Group the layer"), .layers, "Ctrl+G",
    also: Message("folder put into a group", context: "search words")
  ) { $0.perform(.group([$0.document.activeID])) }
  public static let ungroupLayer = Action(
    "ungroup-layer", Message("Ungroup"), .layers, "Ctrl+Shift+G",
    also: Message("take apart group folder", context: "search words")
  ) { $0.perform(.ungroup($0.document.activeID)) }
  public static let raiseLayer = Action(
    "raise-layer", Message("Move the layer up"), .layers, "Ctrl+Page_Up",
    also: Message("raise order", context: "search words"), repeats: true
  ) { $0.raiseLayer() }
  public static let lowerLayer = Action(
    "lower-layer", Message("Move the layer down"), .layers, "Ctrl+Page_Down",
    also: Message("lower order", context: "search words"), repeats: true
  ) { $0.lowerLayer() }
  public static let layerAbove = Action(
    "layer-above", Message("Select the layer above"), .layers, "Page_Up",
    also: Message("choose next higher", context: "search words"), repeats: true
  ) { $0.activateLayerAbove() }
  public static let layerBelow = Action(
    "layer-below", Message("Select the layer below"), .layers, "Page_Down",
    also: Message("choose previous lower", context: "search words"), repeats: true
  ) { $0.activateLayerBelow() }
  public static let toggleLayer = Action(
    "toggle-layer", Message("Show or hide the layer"), .layers, "Shift+H",
    also: Message("visible eye", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .visible(!$0.activeLayer.isVisible))) }
  public static let lockLayer = Action(
    "lock-layer", Message("Lock or unlock the layer"), .layers, "slash",
    also: Message("protect", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .locked(!$0.activeLayer.isLocked))) }
  public static let lockTransparency = Action(
    "lock-transparency", Message("Lock or unlock the layer's transparency"), .layers, "Ctrl+slash",
    also: Message("alpha protect inside preserve opacity", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .alphaLocked(!$0.activeLayer.isAlphaLocked))) }
  public static let clipLayer = Action(
    "clip-layer", Message("Clip or unclip the layer"), .layers, "Ctrl+Alt+G",
    also: Message("clipping mask group inherit alpha below", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .clipped(!$0.activeLayer.isClipped))) }
  public static let referenceLayer = Action(
    "reference-layer", Message("Mark the layer as a reference for fills"), .layers, "Alt+Shift+R",
    also: Message("line art bucket wand", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .reference(!$0.activeLayer.isReference))) }
  public static let draftLayer = Action(
    "draft-layer", Message("Mark the layer as a draft"), .layers, "Alt+Shift+D",
    also: Message("sketch export hidden", context: "search words")
  ) { session in
    let layer = session.activeLayer
    guard layer.purpose.isInk else { return Effects() }
    return session.perform(.set(layer.id, .purpose(layer.purpose == .draft ? .picture : .draft)))
  }
  public static let addMask = Action(
    "add-mask", Message("Add a mask to the layer"), .layers, "Ctrl+Alt+M",
    also: Message("hide from selection reveal", context: "search words")
  ) { $0.addMask() }
  public static let editMask = Action(
    "edit-mask", Message("Draw on the mask, or on the layer"), .layers, "Shift+M",
    also: Message("edit paint", context: "search words")
  ) { $0.editMask() }
  public static let toggleMask = Action(
    "toggle-mask", Message("Turn the layer's mask off or on"), .layers, "Alt+M",
    also: Message("disable switch", context: "search words")
  ) { $0.perform(.set($0.document.activeID, .maskOn(!$0.activeLayer.isMaskOn))) }
  public static let layerOpacity = Action(
    "layer-opacity", Message("Layer opacity"), .layers, "Ctrl+Alt+O",
    also: Message("transparent percent", context: "search words"))
  public static let layerBlend = Action(
    "layer-blend", Message("Layer blend mode"), .layers, "Ctrl+Alt+B",
    also: Message("multiply screen overlay add mode dodge burn darken lighten luminosity", context: "search words"))
}
