import Geometry
import Studio
import Toolkit

extension Overlay {
  /// Distance of the panels from the window's edges and from each other, px at 96 dpi.
  static let margin = 16.0

  /// Places every panel. A panel for which a small window has no room is hidden.
  ///
  /// Left, from the top: the bar, the tools, the sliders; the sliders are beside the tools if
  /// there is no room below. Right, from the top: the column of panels, then the dial. Bottom: the
  /// status strip, and above it the navigator. Beside the tools: the references. For the left hand left
  /// and right are exchanged.
  func layOutPanels() {
    let window = bounds
    layOutDial(window)
    layOutLeft(window)
    layOutColumn(window)
    layOutStatus(window)
    layOutOptions(window)
    layOutNavigator(window)
    layOutReferences(window)
    layOutMessage()
    layOutSelectionBar()
  }

  /// Places the bar of the selection where no other panel is; hides it where there is no room.
  func layOutSelectionBar() {
    let area = openArea?.grown(by: -context.whole(4)) ?? .empty
    let isSeen = selectionBar.place?.intersects(bounds) ?? false
    let frame = isSeen ? selectionBar.frames(within: area).first : nil
    settle(selectionBar, mirrored(frame ?? .empty), isShown: frame != nil)
  }

  /// Places the message above the status strip, or at the top if a dialog is there. If it covers the
  /// dialog in both places, it leaves the title and the buttons free.
  func layOutMessage() {
    let margin = context.whole(Self.margin)
    let widest = min(context.whole(560 * theme.textScale), size.width - 2 * margin)
    let box = message.size(within: widest)
    let low = PixelRect(
      x: (size.width - box.width) / 2, y: size.height - margin - context.whole(50) - box.height, width: box.width,
      height: box.height)
    let modal = popups.filter(\.isModal)
    func at(_ y: Int) -> PixelRect { PixelRect(x: low.minX, y: y, width: low.width, height: low.height) }
    let places = [low, at(margin)]
    let clear = modal.flatMap(\.clearFrames)
    // Above the buttons of a dialog, and below its title.
    let inside =
      clear.map { at($0.minY - context.whole(8) - low.height) } + clear.map { at($0.maxY + context.whole(8)) }
    let window = bounds
    let place =
      places.first { place in !modal.contains { $0.frame.intersects(place) } }
      ?? (places + inside.reversed()).first { place in
        window.contains(place) && !clear.contains { $0.intersects(place) }
      }
    message.place(place ?? places[1])
  }

  /// Opens a popup beside the tools, or in the middle of the window while they are hidden.
  public func openBesideTools(_ popup: Panel) {
    open(popup) { [tools] stage, width, height in
      let gap = stage.context.whole(6)
      let isLeft = tools.frame.minX + tools.frame.maxX <= stage.size.width
      let x =
        tools.isHidden
        ? (stage.size.width - width) / 2 : isLeft ? tools.frame.maxX + gap : tools.frame.minX - gap - width
      return PixelRect(x: x, y: (stage.size.height - height) / 2, width: width, height: height)
    }
  }

  /// Shows the sliders for the edge of the selection.
  public func showEdge() {
    if popups.contains(where: { $0 is EdgePanel }) { return }
    open(
      EdgePanel(context),
      beside: selectionBar.isHidden ? options.isHidden ? bar.frame : options.frame : selectionBar.frame)
  }

  /// Whether left and right are exchanged. The functions below compute places for the right hand;
  /// `settle` converts them.
  private var isLeftHanded: Bool { context.state.settings.hand == .left }

  /// The home place of a panel for the right hand.
  func rightHandedFrame(of panel: Panel) -> PixelRect { panel.home.frame }

  /// Gives a panel a home place, or none if `isShown` is false or panels are hidden, and shows it
  /// there unless the user has moved it.
  func settle(_ panel: Panel, _ frame: PixelRect, isShown: Bool) {
    panel.home = (frame, isShown && arePanelsShown)
    settle(panel)
  }

  private func layOutDial(_ window: PixelRect) {
    let inset = dial.isFolded ? Vector(38, 38) : Vector(116, 124)
    dial.isMirrored = isLeftHanded
    let x = theme.px(inset.dx)
    let frame = dial.frame(
      center: Point(isLeftHanded ? x : Double(size.width) - x, Double(size.height) - theme.px(inset.dy)))
    settle(dial, mirrored(frame), isShown: window.contains(frame))
  }

  /// Whether a panel may be placed there: inside the window and not on the dial.
  private func isFree(_ frame: PixelRect, _ window: PixelRect) -> Bool {
    window.contains(frame) && (!dial.home.isShown || !frame.intersects(rightHandedFrame(of: dial)))
  }

  private func layOutLeft(_ window: PixelRect) {
    let (margin, gap) = (context.whole(Self.margin), context.whole(16))
    let barSize = bar.size(within: size.width - 2 * margin)
    let top = PixelRect(x: margin, y: margin, width: barSize.width, height: barSize.height)
    settle(bar, top, isShown: isFree(top, window))

    let y = top.maxY + gap
    let room = size.height - margin - y
    tools.columns = (1...3).first { tools.height(columns: $0) <= room } ?? 3
    let toolsSize = tools.size(within: size.width)
    let strip = PixelRect(x: margin, y: y, width: toolsSize.width, height: toolsSize.height)
    settle(tools, strip, isShown: isFree(strip, window))

    let width = sliders.size(within: size.width).width
    let (least, most) = (context.whole(SliderPanel.leastHeight), context.whole(SliderPanel.mostHeight))
    let below = PixelRect(
      x: margin, y: strip.maxY + gap, width: width, height: min(most, size.height - margin - strip.maxY - gap))
    let beside = PixelRect(
      x: strip.maxX + context.whole(12), y: y, width: width,
      height: min(most, size.height - margin - y))
    let place = below.height >= least ? below : beside
    settle(sliders, place, isShown: tools.home.isShown && place.height >= least && isFree(place, window))
    layOutPreview()
  }

  /// Places the preview of the brush, beside the sliders while one of them is used.
  func layOutPreview() {
    let (width, height) = preview.size(within: size.width)
    let anchor = sliders.previewAnchor
    let lowest = size.height - context.whole(Self.margin) - height
    let window = bounds
    let (beside, gap) = (mirrored(sliders.frame), context.whole(14))
    let y = max(context.whole(Self.margin), min(lowest, anchor - height / 2))
    // Moved sliders may have room for it at their other side only.
    let frames = [beside.maxX + gap, beside.minX - gap - width].map {
      PixelRect(x: $0, y: y, width: width, height: height)
    }
    let frame = frames.first { isFree($0, window) }
    settle(preview, frame ?? frames[0], isShown: !sliders.isHidden && sliders.wantsPreview && frame != nil)
  }

  /// Places the panels of the right column, from the top. The list of layers takes the room above the
  /// dial. Where that is not enough, the colours get smaller first, then the list; then the last panels
  /// collapse, and are hidden next.
  private func layOutColumn(_ window: PixelRect) {
    guard !column.isEmpty else { return }
    let (margin, gap) = (context.whole(Self.margin), context.whole(16))
    let dialFrame = rightHandedFrame(of: dial)
    let bottom = !dial.home.isShown && !window.contains(dialFrame) ? size.height - margin : dialFrame.minY
    func heights() -> [Int] { column.map { $0.size(within: size.width - 2 * margin).height } }
    func total(_ heights: ArraySlice<Int>) -> Int { heights.reduce(margin - gap) { $0 + gap + $1 } }
    for panel in column { panel.isCollapsed = false }
    // The sizes depend on the window only, so that the wheel stays as it is when layers come and go.
    func room(isSmall: Bool) -> Int {
      colours.isSmall = isSmall
      return bottom - total([colours.size(within: size.width).height, layers.box.height(ofList: 0)])
    }
    let wanted = layers.box.list.height(ofRows: LayerBox.wantedRows)
    layers.box.list.room = room(isSmall: false)
    if layers.box.list.room < wanted { layers.box.list.room = room(isSmall: true) }
    if layers.box.list.room < layers.box.list.height(ofRows: LayerBox.leastRows) {
      (layers.isCollapsed, colours.isSmall) = (true, false)
      if total(heights()[...]) > bottom { colours.isSmall = true }
      if total(heights()[...]) > bottom { (colours.isCollapsed, colours.isSmall) = (true, false) }
    }
    let all = heights()
    let count = (0...column.count).last { $0 == 0 || total(all[..<$0]) <= bottom } ?? 0
    var y = margin
    for (i, panel) in column.enumerated() {
      let (width, height) = panel.size(within: size.width - 2 * margin)
      let frame = PixelRect(x: size.width - margin - width, y: y, width: width, height: height)
      let isLeftFree = !bar.home.isShown || !frame.intersects(rightHandedFrame(of: bar))
      settle(panel, frame, isShown: i < count && isLeftFree && window.contains(frame))
      if panel.home.isShown { y = frame.maxY + gap }
    }
  }

  /// Places the options of the tool to the right of the bar: whole if there is room up to the
  /// column, else as a button that opens a popup.
  private func layOutOptions(_ window: PixelRect) {
    let (margin, gap) = (context.whole(Self.margin), context.whole(12))
    let x = rightHandedFrame(of: bar).maxX + gap
    let right = column.filter { $0.home.isShown && $0.home.frame.minY < bar.home.frame.maxY }.map {
      rightHandedFrame(of: $0).minX - gap
    }.min()
    let room = (right ?? size.width - margin) - x
    options.isCollapsed = false
    var wanted = options.size(within: .max)
    if wanted.width > room {
      options.isCollapsed = true
      wanted = options.size(within: room)
    } else {
      options.closePopup()
    }
    let frame = PixelRect(x: x, y: margin, width: wanted.width, height: wanted.height)
    let others = [tools, sliders, status].filter { $0.home.isShown }.map { rightHandedFrame(of: $0) }
    settle(
      options, frame,
      isShown: options.hasOptions && bar.home.isShown && wanted.width <= room && isFree(frame, window)
        && !others.contains { $0.intersects(frame) })
  }

  /// Places the status strip at the bottom, to the right of the left column if that reaches down
  /// to it.
  private func layOutStatus(_ window: PixelRect) {
    let margin = context.whole(Self.margin)
    let strip = status.size(within: size.width - 2 * margin)
    let y = size.height - margin - strip.height
    let x = context.whole(88)
    let frames = [bar, tools, sliders].filter { $0.home.isShown }.map { rightHandedFrame(of: $0) }
    let places = [x, (frames.map(\.maxX).max() ?? 0) + context.whole(12), margin].map {
      PixelRect(x: $0, y: y, width: strip.width, height: strip.height)
    }
    // The first place is used also where the corner at the left is free, so that the strip does not
    // move.
    let place = places.first { place in
      isFree(place, window) && !frames.contains { $0.intersects(place) }
        && !column.contains { $0.home.isShown && rightHandedFrame(of: $0).intersects(place) }
    }
    settle(status, place ?? places[2], isShown: strip.width > 0 && place != nil)
  }
}
