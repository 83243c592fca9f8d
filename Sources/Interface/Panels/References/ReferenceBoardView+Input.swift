import Document
import Geometry
import Glibc
import Input
import Studio
import Toolkit

/// Input of the board of references.
extension ReferenceBoardView {
  /// The change that scales and turns places about a position of the board.
  private func turned(
    _ places: [Reference.ID: ReferencePlacement], by factor: Double, _ angle: Angle, about pivot: Point
  ) -> ReferenceBoard.Change {
    .place(
      places.mapValues { place in
        var new = place.moved(by: .zero, scaledBy: factor, about: pivot)
        // At the end of the range the picture stays, instead of moving without being scaled.
        if !ReferencePlacement.scales.contains(new.scale) { return place }
        new.center = pivot + Affine.rotation(angle)(new.center - pivot)
        new.rotation = new.rotation + angle
        return new
      })
  }

  /// The places that a wheel or a pinch at a window position changes: of the picture there, or of
  /// all.
  private func places(at p: Point) -> [Reference.ID: ReferencePlacement] {
    if let item = board.item(at: boardPoint(at: p)) { return [item.id: item.placement] }
    return Dictionary(uniqueKeysWithValues: board.items.map { ($0.id, $0.placement) })
  }

  // MARK: Press

  func beginHold(_ touch: Touch) {
    let point = boardPoint(at: touch.position)
    if touch.modifiers.contains(.control) || picksByPress {
      hold = .picking(at: touch.position, colour: colour(at: point))
      invalidate()
      return
    }
    if isOnHandle(touch.position), let chosenReference {
      hold = .turning(chosenReference.id, from: chosenReference.placement, start: point)
      return
    }
    guard let item = board.item(at: point) else {
      choose(nil)
      hold = .moving(from: chosenPlaces, start: point)
      return
    }
    choose(item.id)
    hold = .moving(from: [item.id: item.placement], start: point)
    change(.raise(item.id))
  }

  func moveHold(_ touch: Touch) {
    let point = boardPoint(at: touch.position)
    switch hold {
    case .moving(let from, let start): return change(.place(from.mapValues { $0.moved(by: point - start) }))
    case .turning(let id, let from, let start):
      let (before, now) = (start - from.center, point - from.center)
      guard before.length > 1, now.length > 1 else { return }
      var angle = now.direction - before.direction
      if touch.modifiers.contains(.shift) {
        // The rotation in steps of 15°.
        let wanted = ((from.rotation + angle).degrees / 15).rounded() * 15
        angle = Angle(degrees: wanted) - from.rotation
      }
      return change(turned([id: from], by: now.length / before.length, angle, about: from.center))
    case .picking:
      hold = .picking(at: touch.position, colour: colour(at: point))
      invalidate()
      return
    case nil: return
    }
  }

  func endHold() {
    defer {
      hold = nil
      invalidate()
    }
    guard case .picking(_, let colour) = hold else { return }
    if let colour { post(.setForeground(colour)) }
  }

  func cancelHold() {
    defer {
      hold = nil
      invalidate()
    }
    switch hold {
    case .moving(let from, _): return change(.place(from))
    case .turning(let id, let from, _): return change(.place([id: from]))
    case .picking, nil: return
    }
  }

  // MARK: Wheel and pinch

  func turnWheel(_ steps: Double, _ touch: Touch) {
    guard hold == nil, steps != 0 else { return }
    let (places, pivot) = (places(at: touch.position), boardPoint(at: touch.position))
    touch.modifiers.contains(.shift)
      ? change(turned(places, by: 1, Angle(degrees: 5 * steps), about: pivot))
      : change(turned(places, by: Self.factor(-steps), .zero, about: pivot))
  }

  func takePinch(_ event: PinchEvent) {
    switch event.phase {
    case .begin:
      pinched = places(at: event.position)
      return
    case .change:
      guard hold == nil, let pinched, event.scale.isFinite, event.scale > 0 else { return }
      return change(turned(pinched, by: event.scale, event.turn, about: boardPoint(at: event.position)))
    case .end:
      pinched = nil
      return
    }
  }

  /// The scale after a number of notches, 4 of which double it.
  private static func factor(_ steps: Double) -> Double { exp2(max(-16, min(16, steps)) / 4) }

  // MARK: Keys

  /// Scales and turns the chosen reference about its middle, or all about the middle of the board.
  func turnChosen(by factor: Double, _ angle: Angle) {
    change(turned(chosenPlaces, by: factor, angle, about: chosenReference?.placement.center ?? .zero))
  }

  func mirrorChosen() {
    change(
      .place(
        chosenPlaces.mapValues {
          var place = $0
          // The picture is mirrored as it is seen, and all pictures together about the board.
          place.isMirrored.toggle()
          place.rotation = -place.rotation
          if chosenReference == nil { place.center.x = -place.center.x }
          return place
        }))
  }

  func setOpacity(_ opacity: Double) {
    change(
      .place(
        chosenPlaces.mapValues {
          var place = $0
          place.opacity = opacity
          return place
        }))
  }

  func removeChosen() { if let chosen { change(.remove(chosen)) } }

  func fitAll() {
    let (width, height) = boardSize
    if let fitting = board.fitting(width: width - 16, height: height - 16) { change(fitting) }
  }

  private func move(by step: Vector) {
    guard picksByPress else { return change(.place(chosenPlaces.mapValues { $0.moved(by: step) })) }
    let (width, height) = boardSize
    aim = Point(
      max(-width / 2, min(width / 2, aim.x + step.dx)), max(-height / 2, min(height / 2, aim.y + step.dy)))
    invalidate()
  }

  private func chooseNext(_ step: Int) {
    // In the order of adding, since choosing changes the order above each other.
    let ids = board.items.map(\.id).sorted()
    guard !ids.isEmpty else { return }
    let at = chosen.flatMap { ids.firstIndex(of: $0) }
    let next = at.map { ($0 + step + ids.count) % ids.count } ?? (step > 0 ? 0 : ids.count - 1)
    choose(ids[next])
    change(.raise(ids[next]))
  }

  func takeKey(_ key: KeyEvent) -> Bool {
    if key.modifiers == .control, key.latin == 0x76 || key.latin == 0x56 {
      if !key.isRepeat { post(.references(.paste)) }
      return true
    }
    guard key.modifiers.subtracting(.shift).isEmpty else { return false }
    let isFine = key.modifiers.contains(.shift)
    let step = isFine ? 1.0 : 10
    switch key.keysym {
    case KeyCode.left: move(by: Vector(-step, 0))
    case KeyCode.right: move(by: Vector(step, 0))
    case KeyCode.up: move(by: Vector(0, -step))
    case KeyCode.down: move(by: Vector(0, step))
    case KeyCode.pageDown: chooseNext(1)
    case KeyCode.pageUp: chooseNext(-1)
    case KeyCode.home: fitAll()
    case KeyCode.delete:
      guard chosen != nil, !key.isRepeat else { return false }
      removeChosen()
    case KeyCode.insert where isFine: if !key.isRepeat { post(.references(.paste)) }
    case _ where KeyCode.presses.contains(key.keysym):
      guard picksByPress else { return false }
      if let colour = colour(at: aim) { post(.setForeground(colour)) }
    case KeyCode.escape where chosen != nil:
      choose(nil)
    default: return letter(key, turn: isFine ? 1 : 15)
    }
    return true
  }

  /// The keys that change the view of the canvas change the references here.
  private func letter(_ key: KeyEvent, turn: Double) -> Bool {
    switch Unicode.Scalar(key.latin).map({ $0.properties.lowercaseMapping }) {
    case "+", "=": turnChosen(by: Self.factor(0.5), .zero)
    case "-": turnChosen(by: Self.factor(-0.5), .zero)
    case "4": turnChosen(by: 1, Angle(degrees: -turn))
    case "5": upright()
    case "6": turnChosen(by: 1, Angle(degrees: turn))
    case "0": fitAll()
    case "v": mirrorChosen()
    default: return false
    }
    return true
  }

  private func upright() {
    change(
      .place(
        chosenPlaces.mapValues {
          var place = $0
          (place.rotation, place.isMirrored) = (.zero, false)
          return place
        }))
  }
}
