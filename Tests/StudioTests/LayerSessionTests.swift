import Document
import Geometry
import Ink
import Input
import Raster
import Storage
import Testing

@testable import Pixels
@testable import Studio

@Suite struct LayerSessionTests {
  private func session() throws -> Session {
    let document = try #require(Document(width: 300, height: 200))
    return try #require(Session(document: document, windowWidth: 300, windowHeight: 200))
  }

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, y), time: x / 100, pressure: 1)))
  }

  private func draw(_ session: Session, y: Double = 100) -> Effects {
    var effects = session.handle(pointer(.down, 60, y))
    for x in 1...10 { effects.add(session.handle(pointer(.drag, 60 + Double(x) * 15, y))) }
    effects.add(session.flush())
    effects.add(session.handle(pointer(.up(.lifted), 210, y)))
    return effects
  }

  private func messages(_ effects: Effects) -> [String] {
    effects.requests.compactMap { if case .message(let text) = $0 { text } else { nil } }
  }

  /// Fails if an action is done to the active layer alone while several are chosen, or is more than one edit.
  @Test func actionsAreDoneToAllChosenLayers() throws {
    let session = try session()
    for _ in 0..<3 { _ = session.perform(.addLayer) }
    let ids = session.document.layers.map(\.id)
    func choose() { _ = session.choose(layers: [ids[1], ids[3]], active: ids[3]) }
    choose()
    let count = session.document.history.undoCount
    for action in [Action.toggleLayer, .lockLayer, .clipLayer, .groupLayer, .deleteLayer, .lowerLayer] {
      choose()
      let before = session.document.layers
      #expect(messages(session.perform(action)).isEmpty, "\(action)")
      let after = session.document.layers
      #expect(session.document.history.undoCount == count + 1, "\(action)")
      switch action {
      case .toggleLayer: #expect(after.map(\.isVisible) == [true, false, true, false])
      case .lockLayer: #expect(after.map(\.isLocked) == [false, true, false, true])
      case .clipLayer: #expect(after.map(\.isClipped) == [false, true, false, true])
      case .groupLayer: #expect(after.map(\.depth) == [0, 0, 1, 1, 0] && after[4].isGroup)
      case .deleteLayer: #expect(after.map(\.id) == [ids[0], ids[2]])
      default: #expect(after.map(\.id) == [ids[1], ids[3], ids[0], ids[2]])
      }
      _ = session.perform(.undo)
      #expect(session.document.layers == before, "\(action)")
    }
    choose()
    #expect(messages(session.perform(.mergeDown)).first?.hasPrefix("Several layers") == true)
    #expect(session.document.layers.count == 4)
  }

  /// Fails if a locked or hidden layer is changed, or the user gets no message or two.
  @Test func lockedAndHiddenLayersAreNotDrawnOn() throws {
    let session = try session()
    _ = draw(session)
    let copied = session.copy()
    #expect(copied.requests == [.copied])
    for (operation, word) in [
      (LayerOperation.set(session.document.activeID, .locked(true)), "locked"),
      (.set(session.document.activeID, .visible(false)), "hidden"),
    ] {
      _ = session.perform(operation)
      let image = session.document.layers[0].image
      let count = session.document.history.undoCount
      let sentence = ["The layer \u{201C}Ink\u{201D} is \(word)"]
      #expect(messages(draw(session)) == sentence)
      for action in [Action.clear, .delete, .fillWithColour] {
        #expect(messages(session.perform(action)) == sentence, "\(action)")
      }
      for tool in [CanvasTool.fill, .line] {
        _ = session.choose(tool)
        #expect(messages(draw(session)) == sentence, "\(tool)")
      }
      _ = session.choose(.brush)
      #expect(session.document.layers[0].image == image && session.document.history.undoCount == count)
      _ = session.perform(.undo)
    }
    #expect(draw(session).requests.isEmpty)
  }

  /// Fails if a key does not change the active layer as documented.
  @Test func keysWorkOnTheActiveLayer() throws {
    let session = try session()
    func names() -> [String] { session.document.layers.map(\.name) }
    #expect(session.perform(.addLayer).panelsChanged)
    #expect(names() == ["Ink", "Layer 2"] && session.document.activeLayer == 1)
    _ = session.perform(.duplicateLayer)
    #expect(names() == ["Ink", "Layer 2", "Layer 2 copy"] && session.document.activeLayer == 2)
    _ = session.perform(.lowerLayer)
    #expect(names() == ["Ink", "Layer 2 copy", "Layer 2"] && session.document.activeLayer == 1)
    _ = session.perform(.raiseLayer)
    _ = session.perform(.layerBelow)
    #expect(session.document.activeLayer == 1)
    _ = session.perform(.layerAbove)
    #expect(session.document.activeLayer == 2)
    _ = session.perform(.deleteLayer)
    #expect(names() == ["Ink", "Layer 2"])
    _ = session.perform(.toggleLayer)
    _ = session.perform(.lockLayer)
    #expect(!session.document.layers[1].isVisible && session.document.layers[1].isLocked)
    #expect(messages(session.perform(.mergeDown)) == ["The layer \u{201C}Layer 2\u{201D} is locked"])
    _ = session.perform(.undo)
    _ = session.perform(.undo)
    _ = session.perform(.mergeDown)
    #expect(names() == ["Ink"])
    #expect(messages(session.perform(.deleteLayer)) == ["A drawing needs at least one layer"])
    #expect(session.perform(.renameLayer).requests == [.program(.renameLayer)])
  }

  /// Fails if keys do not work on groups as documented, or step into a folded one.
  @Test func keysWorkOnGroups() throws {
    let session = try session()
    func shape() -> [String] { session.document.layers.map { "\($0.depth) \($0.name)" } }
    _ = session.perform(.addLayer)
    _ = session.perform(.groupLayer)
    #expect(shape() == ["0 Ink", "1 Layer 2", "0 Group 1"] && session.document.activeLayer == 2)
    #expect(
      messages(session.perform(.clear)) == ["\u{201C}Group 1\u{201D} is a group: select a layer to draw on"])
    _ = session.perform(.addLayer)
    #expect(shape() == ["0 Ink", "1 Layer 2", "1 Layer 4", "0 Group 1"] && session.document.activeLayer == 2)
    let group = session.document.layers[3].id
    // Folding chooses the group; the next layer is then below all that it contains.
    #expect(session.fold(group, true).panelsChanged && session.document.activeID == group)
    _ = session.perform(.layerBelow)
    #expect(session.document.activeLayer == 0)
    _ = session.perform(.raiseLayer)
    #expect(shape() == ["1 Ink", "1 Layer 2", "1 Layer 4", "0 Group 1"])
    _ = session.perform(.layerAbove)
    #expect(session.document.activeLayer == 1)
    _ = session.perform(.lowerLayer)
    _ = session.perform(.lowerLayer)
    #expect(shape() == ["0 Layer 2", "1 Ink", "1 Layer 4", "0 Group 1"])
    _ = session.activate(layer: group)
    _ = session.perform(.duplicateLayer)
    #expect(session.document.layers.count == 7 && session.document.layers[6].name == "Group 1 copy")
    _ = session.perform(.mergeDown)
    #expect(shape() == ["0 Layer 2", "1 Ink", "1 Layer 4", "0 Group 1", "0 Group 1 copy"])
    _ = session.activate(layer: group)
    _ = session.perform(.ungroupLayer)
    #expect(shape() == ["0 Layer 2", "0 Ink", "0 Layer 4", "0 Group 1 copy"])
    #expect(session.pictures(100).count == 4)
  }

  /// Fails if the key that adds a mask does not make it of the selection, keeps the selection, or does so in
  /// two steps; or if the other keys do not change what is drawn on, or whether the mask hides, and back.
  @Test func keysAddAndChooseAMask() throws {
    let session = try session()
    let id = session.document.activeID
    #expect(session.perform(.editMask).requests.count == 1 && session.document.activePlane == .pixels)
    #expect(session.perform(.toggleMask).requests.count == 1)
    let bounds = session.document.bounds
    let left = PixelRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height)
    _ = session.select { $0.mask(of: left) }
    let (count, selected) = (session.document.undoCount, session.document.selection)
    _ = session.perform(.addMask)
    #expect(session.document.undoCount == count + 1 && session.document.selection == nil)
    #expect(session.document.activeSurface == SurfaceID(id, .mask))
    #expect(session.document.shownByMask(of: id) == selected)
    #expect(session.thumbnails(now: 9)[SurfaceID(id, .mask)]?.pixels.contains(0xFF00_0000) == true)
    _ = session.perform(.editMask)
    #expect(session.document.activePlane == .pixels)
    _ = session.perform(.editMask)
    #expect(session.document.activePlane == .mask)
    for isOn in [false, true] {
      _ = session.perform(.toggleMask)
      #expect(session.document.layers[0].isMaskOn == isOn)
    }
    _ = session.select(opacityOf: SurfaceID(id, .mask))
    #expect(session.document.selection == selected)
    _ = session.perform(.deselect)
    _ = session.perform(.fillWithColour)
    for _ in 0..<6 { _ = session.perform(.undo) }
    #expect(session.document.selection == selected && session.document.layers[0].mask == nil)
    _ = session.perform(.redo)
    #expect(session.document.selection == nil && session.document.shownByMask(of: id) == selected)
  }

  /// Fails if a group that is chosen with what it contains cannot be moved down or up as a whole.
  @Test func aChosenGroupMovesAsAWhole() throws {
    let session = try session()
    for _ in 0..<2 { _ = session.perform(.addLayer) }
    let ids = session.document.layers.map(\.id)
    _ = session.choose(layers: [ids[1], ids[2]], active: ids[2])
    _ = session.perform(.groupLayer)
    let group = session.document.activeID
    for (action, order) in [(Action.lowerLayer, [1, 2, nil, 0]), (.raiseLayer, [0, 1, 2, nil])] as [(Action, [Int?])] {
      _ = session.choose(layers: [ids[1], ids[2], group], active: group)
      #expect(messages(session.perform(action)).isEmpty, "\(action)")
      #expect(session.document.layers.map(\.id) == order.map { $0.map { ids[$0] } ?? group }, "\(action)")
    }
  }

  /// Fails if copied layers are not added above the active layer, also in another drawing, if they replace no
  /// copied pixels, or pixels do not replace them, or a group that is active keeps them from being pasted.
  @Test func layersAreCopiedAndPasted() throws {
    let session = try session()
    _ = session.perform(.fillWithColour)
    _ = session.perform(.copy)
    #expect(session.clipboard != nil && session.copiedLayers == nil)
    _ = session.perform(.groupLayer)
    #expect(session.perform(.copyLayer).requests == [.copiedLayers] && session.clipboard == nil)
    let copied = try #require(session.copiedLayers)
    #expect(copied.count == 2 && session.perform(.paste).requests == [.paste])
    _ = session.paste(copied)
    #expect(session.document.layers.map(\.depth) == [1, 2, 1, 0] && session.document.activeLayer == 2)
    let document = try #require(Document(width: 500, height: 20))
    let other = try #require(Session(document: document, windowWidth: 300, windowHeight: 200))
    other.adoptState(of: session)
    _ = other.paste(try #require(other.copiedLayers))
    #expect(other.document.layers.count == 3 && other.document.layers[1].image.width == 500)
    #expect(other.document.layers[1].image[3, 3] >> 24 == 255)
    _ = other.perform(.undo)
    #expect(other.document.layers.count == 1)
    _ = other.perform(.copy)
    #expect(other.copiedLayers == nil && other.clipboard != nil)
    // Pixels need a layer.
    _ = other.perform(.groupLayer)
    #expect(other.perform(.paste).requests == [.paste])
    #expect(other.paste().requests.count == 1 && other.document.floating == nil)
  }

  /// Fails if a mask is drawn on with the layers' colours, if a layer does not get its own back, also by undo,
  /// or if the settings keep the mask's.
  @Test func masksHaveTheirOwnColours() throws {
    let session = try session()
    _ = session.setColour(0x30_6090)
    _ = session.setBackground(0x10_2030)
    _ = session.perform(.addMask)
    #expect(session.colour == 0 && session.background == 0xFF_FFFF)
    #expect(session.remembered.foreground == 0x30_6090 && session.remembered.background == 0x10_2030)
    _ = session.perform(.swapColours)
    _ = session.perform(.editMask)
    #expect(session.colour == 0x30_6090 && session.background == 0x10_2030)
    _ = session.perform(.editMask)
    #expect(session.colour == 0xFF_FFFF && session.background == 0)
    _ = session.perform(.defaultColours)
    #expect(session.colour == 0 && session.background == 0xFF_FFFF)
    _ = session.perform(.undo)
    #expect(session.document.activePlane == .pixels && session.colour == 0x30_6090)
    _ = session.perform(.redo)
    #expect(session.document.activePlane == .mask && session.colour == 0)
    // A drawing that opens with an active mask.
    let other = try #require(Session(document: session.document, windowWidth: 300, windowHeight: 200))
    other.adoptState(of: session)
    #expect(other.colour == 0 && other.remembered.foreground == 0x30_6090)
    _ = other.perform(.editMask)
    #expect(other.colour == 0x30_6090)
  }

  /// Fails if all hidden is selected as nothing without a word.
  @Test func aMaskThatShowsNothingSelectsNothing() throws {
    let session = try session()
    _ = session.perform(.addMask)
    _ = session.document.coverActiveLayer(colour: 0)
    #expect(session.select(opacityOf: SurfaceID(session.document.activeID, .mask)).requests.count == 1)
    #expect(session.document.selection == nil)
  }

  /// Fails if the keys that clip a layer and lock its transparency change nothing, or not back.
  @Test func keysClipAndLockTransparency() throws {
    let session = try session()
    _ = session.perform(.addLayer)
    for isOn in [true, false] {
      _ = session.perform(.clipLayer)
      _ = session.perform(.lockTransparency)
      #expect(session.document.layers[1].isClipped == isOn && session.document.layers[1].isAlphaLocked == isOn)
    }
    #expect(session.document.history.undoCount == 5)
  }

  /// Fails if deleting or erasing on a layer with locked transparency does nothing without a message, or if the
  /// message comes where it can be done: on its mask, or with the transparency unlocked.
  @Test func lockedTransparencyIsNamedByWhatErases() throws {
    let session = try session()
    _ = draw(session)
    _ = session.perform(.lockTransparency)
    let sentence = ["The transparency of \u{201C}Ink\u{201D} is locked, so nothing can be erased there"]
    for isSelected in [false, true] {
      if isSelected { _ = session.perform(.selectAll) }
      for action in [Action.clear, .delete, .cut] {
        let count = session.document.history.undoCount
        #expect(messages(session.perform(action)) == sentence, "\(action)")
        #expect(session.document.history.undoCount == count)
      }
    }
    _ = session.perform(.deselect)
    _ = session.perform(.eraser)
    #expect(messages(draw(session)) == sentence)
    _ = session.perform(.addMask)
    #expect(messages(draw(session)).isEmpty)
    _ = session.perform(.editMask)
    _ = session.perform(.lockTransparency)
    #expect(messages(draw(session)).isEmpty && messages(session.perform(.delete)).isEmpty)
  }

  /// Fails if Control and Shift with a press draw, pick a colour, or choose another layer than the one whose
  /// ink is there.
  @Test func aPressWithKeysChoosesTheLayer() throws {
    let session = try session()
    let red = [UInt32](repeating: 0xFFC0_3020, count: session.document.width)
    session.document.load(row: 100, pixels: red.span)
    let lower = session.document.activeID
    _ = session.perform(.addLayer)
    let (edits, colour) = (session.document.history.undoCount, session.colour)
    func press(_ y: Double) -> Effects {
      let p = session.view.canvasToWindow(Point(50.5, y))
      let down = session.handle(SessionTests.pointer(.down, p.x, p.y, modifiers: [.control, .shift]))
      _ = session.handle(SessionTests.pointer(.up(.lifted), p.x, p.y, modifiers: [.control, .shift]))
      return down
    }
    #expect(messages(press(90.5)) == ["No layer that shows has anything here"])
    #expect(session.document.activeID != lower)
    #expect(press(100.5).panelsChanged && session.document.activeID == lower)
    #expect(session.document.history.undoCount == edits && session.colour == colour)
  }

  /// Fails if the thumbnail of a group is not what its layers show together.
  @Test func aGroupHasAThumbnail() throws {
    let session = try session()
    let red = [UInt32](repeating: 0xFFC0_3020, count: session.document.width)
    for y in 0..<session.document.height { session.document.load(row: y, pixels: red.span) }
    _ = session.perform(.set(session.document.activeID, .opacity(0.5)))
    _ = session.perform(.groupLayer)
    _ = session.perform(.groupLayer)
    let shown = session.pictures(100)
    #expect(shown.count == 3 && shown[0].pixels.allSatisfy { $0 == 0xFFC0_3020 })
    for picture in shown[1...] {
      #expect(picture.pixels.allSatisfy { $0 >> 24 == 128 } && picture.pixels.count == shown[0].pixels.count)
    }
    _ = session.perform(.toggleLayer)
    _ = session.perform(.set(session.document.layers[0].id, .visible(false)))
    _ = session.thumbnails(now: 199)
    #expect(session.pictures(200)[1].pixels.allSatisfy { $0 == 0 })
  }

  /// Fails if repainting the damage after layer changes and strokes differs from repainting the
  /// window, at several zooms.
  @Test func theViewFollowsTheLayers() throws {
    for zoom in [1.0, 0.3] {
      let session = try session()
      _ = session.setZoom(zoom)
      var shown = [UInt32](repeating: 0, count: 300 * 200)
      func render(_ effects: Effects) {
        var target = shown.mutableSpan
        for rect in session.windowDamage(of: effects.damage).rects {
          session.render(rect, surround: 0xFF00_00FF, to: &target, stride: 300)
        }
      }
      render(
        {
          var all = Effects(); all.damage = Region(session.document.bounds); return all
        }())
      func expectAll(_ what: String) throws {
        let fresh = try #require(
          Session(document: session.document, windowWidth: 300, windowHeight: 200))
        _ = fresh.setZoom(zoom)
        var whole = [UInt32](repeating: 0, count: 300 * 200)
        var target = whole.mutableSpan
        for rect in fresh.windowDamage(of: Region(fresh.document.bounds)).rects {
          fresh.render(rect, surround: 0xFF00_00FF, to: &target, stride: 300)
        }
        let isSame = whole == shown
        #expect(isSame, "\(what) at \(zoom)")
      }
      render(draw(session, y: 90))
      render(session.perform(.addLayer))
      render(draw(session, y: 100))
      let id = session.document.activeID
      for operation in [
        LayerOperation.set(id, .opacity(0.4)), .set(id, .blend(.multiply)), .add(above: id), .setPaper(0x88AA66),
        .setPaperShown(false), .set(id, .blend(.destinationOut)), .set(id, .visible(false)), .setPaperShown(true),
        .set(id, .visible(true)), .move(id, to: LayerPlace(position: 0)),
      ] {
        render(session.perform(operation))
        try expectAll("\(operation)")
        render(draw(session, y: 110))
        try expectAll("a stroke after \(operation)")
      }
      for _ in 0..<12 { render(session.perform(.undo)) }
      try expectAll("undo")
    }
  }
}

extension LayerSessionTests {
  private static func marks(_ picture: LayerThumbnail) -> Int { picture.pixels.count { $0 != 0 } }

  /// Fails if a thumbnail does not follow changes, is updated during a series of strokes or without
  /// a change, or wakes the program needlessly.
  @Test func smallPicturesFollowWhenTheHandRests() throws {
    let session = try session()
    func marks(_ now: Double) -> [Int] { session.pictures(now).map(Self.marks) }
    #expect(marks(0) == [0] && session.thumbnailDeadline == nil)
    _ = draw(session)
    // While one stroke comes after the other they wait.
    #expect(marks(1) == [0] && session.thumbnailDeadline == 1 + Session.thumbnailDelay)
    _ = draw(session, y: 50)
    #expect(marks(1.2) == [0] && session.thumbnailDeadline == 1.2 + Session.thumbnailDelay)
    #expect(marks(1.3) == [0])
    let drawn = marks(1.5)
    #expect(drawn[0] > 0 && session.thumbnailDeadline == nil)
    // They also wait during undo and redo.
    _ = session.perform(.undo)
    #expect(marks(2) == drawn && session.thumbnailDeadline == 2 + Session.thumbnailDelay)
    let once = marks(2.25)
    #expect(once[0] > 0 && once[0] < drawn[0] && session.thumbnailDeadline == nil)
    _ = session.perform(.redo)
    #expect(marks(2.3) == once && marks(2.6) == drawn)
    // A new layer has a thumbnail at once; unchanged layers keep theirs.
    let before = session.pictures(3)[0].pixels
    _ = session.perform(.addLayer)
    #expect(marks(3) == drawn + [0])
    let isSame = session.pictures(3)[0].pixels == before
    #expect(isSame)
    _ = session.perform(.deleteLayer)
    #expect(marks(3) == drawn)
    // Draws on a layer below another.
    _ = session.perform(.addLayer)
    _ = session.perform(.layerBelow)
    _ = draw(session, y: 150)
    _ = marks(4)
    #expect(marks(5)[0] > drawn[0])
  }
}

extension Session {
  /// The thumbnails of the layers, lowest first.
  fileprivate func pictures(_ now: Double) -> [LayerThumbnail] {
    let thumbnails = thumbnails(now: now)
    return document.layers.compactMap { thumbnails[SurfaceID($0.id)] }
  }
}
