import Document
import Geometry
import Input
import Language
import Paint
import Pixels
import Studio
import Toolkit

extension LayerListView {
  /// The menu of a layer.
  func entries(for item: LayerItem) -> [MenuEntry] {
    let id = item.id
    func entry(
      _ title: String, _ action: Action? = nil, isEnabled: Bool = true, _ operation: LayerOperation
    ) -> MenuEntry {
      .item(
        title, key: action.flatMap { context.state.settings.keys.label(for: $0) } ?? "", isEnabled: isEnabled
      ) { [context] in context.post(.layer(operation, isContinued: false)) }
    }
    let depth: [MenuEntry] =
      item.thumbnail?.isDeep ?? false ? [.heading(translated("16 bits per channel"))] : []
    return depth + [
      .item(translated("Opacity…")) { [weak self] in self?.openOpacity(id) },
      .submenu(translated("Blend mode"), blendModes(for: item)),
      .submenu(translated("Colour label"), labels(for: item)),
      .item(
        chosen.contains(id) && hasSeveral
          ? translated("Deselect this layer") : translated("Select this layer too"),
        isEnabled: id != active || hasSeveral
      ) { [weak self] in
        guard let self, let row = items.firstIndex(where: { $0.id == id }) else { return }
        toggleChosen(row)
      },
      .separator,
      .item(translated("Rename"), key: context.state.settings.keys.label(for: .renameLayer) ?? "") { [weak self] in
        self?.rename(id)
      },
      .item(translated("Duplicate"), key: context.state.settings.keys.label(for: .duplicateLayer) ?? "") {
        [weak self] in
        if let self { post(.layer(.duplicate(id, layers: rows.count(of: id)), isContinued: false)) }
      },
      .item(translated("Copy"), key: context.state.settings.keys.label(for: .copyLayer) ?? "") {
        [weak self] in
        // A chosen layer is copied with the others.
        guard let self else { return }
        if !chosen.contains(id) || !hasSeveral { post(.activateLayer(id)) }
        post(.perform(.copyLayer))
      },
      item.isGroup
        ? entry(translated("Merge the group"), .mergeDown, .flatten(id))
        : entry(translated("Merge down"), .mergeDown, isEnabled: rows.canMerge(id), .mergeDown(id)),
      entry(translated("Group"), .groupLayer, .group([id])),
    ]
      + (item.isGroup ? [entry(translated("Ungroup"), .ungroupLayer, .ungroup(id))] : []) + [
        entry(item.isLocked ? translated("Unlock") : translated("Lock"), .lockLayer, .set(id, .locked(!item.isLocked))),
        entry(
          item.isAlphaLocked ? translated("Unlock the transparency") : translated("Lock the transparency"),
          .lockTransparency, .set(id, .alphaLocked(!item.isAlphaLocked))),
        entry(
          item.isClipped ? translated("Unclip") : translated("Clip to the layer below"), .clipLayer,
          .set(id, .clipped(!item.isClipped))),
        item.purpose.isInk
          ? entry(
            item.purpose == .draft
              ? translated("Draft: put into exports") : translated("Draft: leave out of exports"),
            .draftLayer, .set(id, .purpose(item.purpose == .draft ? .picture : .draft)))
          : .item(translated("Select what it keeps")) { [context] in
            context.post(.selectOpacity(of: SurfaceID(id, .mask), []))
          },
        entry(
          item.isReference ? translated("No reference for fills") : translated("Reference for fills"), .referenceLayer,
          .set(id, .reference(!item.isReference))),
        maskEntry(for: item),
        entry(
          item.isVisible ? translated("Hide") : translated("Show"), .toggleLayer, .set(id, .visible(!item.isVisible))),
        .separator,
        .item(isPaperShown ? translated("Hide the paper") : translated("Show the paper")) { [weak self] in
          if let self { post(.layer(.setPaperShown(!isPaperShown), isContinued: false)) }
        },
        .separator,
        entry(translated("Delete"), .deleteLayer, isEnabled: rows.all.count > rows.count(of: id), .delete(id)),
      ]
  }

  /// Adds a mask, or opens the menu of the one that there is.
  private func maskEntry(for item: LayerItem) -> MenuEntry {
    let (id, keys) = (item.id, context.state.settings.keys)
    guard let mask = item.mask else {
      let title =
        context.state.hasSelection ? translated("Add a mask from the selection") : translated("Add a mask")
      return .item(title, key: keys.label(for: .addMask) ?? "") { [context] in
        context.post(.activateLayer(id))
        context.post(.perform(.addMask))
      }
    }
    func entry(_ title: String, _ operation: LayerOperation, isEnabled: Bool = true) -> MenuEntry {
      .item(title, isEnabled: isEnabled) { [context] in context.post(.layer(operation, isContinued: false)) }
    }
    return .submenu(
      translated("Mask"),
      [
        .item(
          mask.isActive ? translated("Draw on the layer") : translated("Draw on the mask"),
          key: keys.label(for: .editMask) ?? ""
        ) { [context] in context.post(mask.isActive ? .activateLayer(id) : .activateMask(id)) },
        .item(
          mask.isOn ? translated("Turn the mask off") : translated("Turn the mask on"),
          key: keys.label(for: .toggleMask) ?? ""
        ) { [context] in context.post(.layer(.set(id, .maskOn(!mask.isOn)), isContinued: false)) },
        .item(translated("Mask to selection")) { [context] in
          context.post(.selectOpacity(of: SurfaceID(id, .mask), []))
        },
        .separator,
        entry(translated("Apply the mask"), .applyMask(id), isEnabled: !item.isGroup),
        entry(translated("Delete the mask"), .removeMask(id)),
      ])
  }

  /// The blend modes in groups, to choose one for a layer.
  func blendModes(for item: LayerItem) -> [MenuEntry] {
    let modes = CompositeOperator.groups.map { group in
      group.map { mode in
        MenuEntry.item(mode.title, isChosen: mode == item.blend && item.group != .passThrough) {
          [context] in context.post(.layer(.set(item.id, .blend(mode)), isContinued: false))
        }
      }
    }
    let own =
      item.isGroup
      ? [
        [
          MenuEntry.item(LayerItem.passThrough, isChosen: item.group == .passThrough) {
            [context] in context.post(.layer(.set(item.id, .group(.passThrough)), isContinued: false))
          }
        ]
      ] : []
    return Array((own + modes).joined(separator: [.separator]))
  }

  /// The labels, to choose one for a layer.
  func labels(for item: LayerItem) -> [MenuEntry] {
    Layer.Label.allCases.map { label in
      var entry = MenuEntry.item(label.title, isChosen: label == item.label) {
        [context] in context.post(.layer(.set(item.id, .label(label)), isContinued: false))
      }
      entry.swatch = label.colour
      return entry
    }
  }

  private func openOpacity(_ id: Layer.ID) {
    guard let row = items.firstIndex(where: { $0.id == id }) else { return }
    context.overlay?.open(LayerOpacityPopup(context, id), beside: frame(of: row))
  }
}

/// A popup with a slider for a layer's opacity. Enter and a typed number close it, so that keys belong to the canvas
/// again.
final class LayerOpacityPopup: Panel {
  private let id: Layer.ID
  let slider: Slider
  /// Whether the current drag has changed the opacity, so that further changes belong to the same
  /// edit.
  private var hasBegun = false

  init(_ context: WidgetContext, _ id: Layer.ID) {
    self.id = id
    slider = Slider(context, .linear(0...1, step: 0.01))
    super.init(context)
    (slider.title, slider.standard, slider.widestText) = (translated("Layer opacity"), 1, "100 %")
    slider.isPercent = true
    slider.text = { "\(Int(($0 * 100).rounded())) %" }
    slider.onChange = { [weak self] value, isSettled in
      guard let self else { return }
      defer { hasBegun = !isSettled }
      context.post(.layer(.set(id, .opacity(value)), isContinued: hasBegun))
    }
    slider.entry = { [weak self] in
      NumberEntry.Subject(
        title: translated("Layer opacity"), unit: "%", value: (self?.slider.value ?? 1) * 100, range: 0...100,
        decimals: 0,
        set: { [weak self] number in
          guard let self else { return }
          let isSame = number / 100 == slider.value
          context.overlay?.close(self)
          if !isSame { post(.layer(.set(id, .opacity(number / 100)), isContinued: false)) }
        })
    }
    add(slider)
    show()
  }

  override func key(_ key: KeyEvent) -> Bool {
    switch key.keysym {
    case KeyCode.enter, KeyCode.keypadEnter:
      guard key.modifiers.isEmpty else { return false }
      if !key.isRepeat { context.overlay?.close(self) }
      return true
    // The number is the only text here: it is selected for typing.
    case 0x61 where key.modifiers == .control:
      slider.open()
      return true
    default: return false
    }
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Layer opacity")) }

  override func show() {
    if let item = context.state.layers.first(where: { $0.id == id }) { slider.value = item.opacity }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (min(width, context.whole(220)), context.whole(48))
  }
  override func layOut() { slider.place(inside(frame, 10, 4, Double(frame.width) / theme.scale - 20, 40)) }
}
