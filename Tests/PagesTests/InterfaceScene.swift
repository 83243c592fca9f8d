import Document
import Files
import Geometry
import Ink
import Input
import InterfaceSupport
import Raster
import Storage
import Studio
import Testing

@testable import Export
@testable import Library
@testable import Pages
@testable import Panels
@testable import Toolkit

/// Every panel, page and popup of the interface, for tests that hold for all of them.
enum InterfaceScene: String, CaseIterable, Sendable {
  case panels, navigator, references, fillOptions, eyedropperOptions, figureOptions, selectionOptions, symmetryOptions,
    lowWindow,
    message
  case menu, layerMenu, flyout, popUpPalette, palettes, colourPopup, layerPopup, opacityPopup, optionsPopup
  case commands, brushes, brushEditor, brushInputs, keys, settingsDrawing, settingsPen, settingsWindow, settingsTouch,
    settingsKeys, penDoctor
  case newDrawing, canvasSize, scaling, paper, export, timeLapse, openFile, saveFile, question, messages, renaming
  case lastSteps, macros

  static func state(_ scene: InterfaceScene) -> InterfaceState {
    var state = InterfaceSample.state(.dark)
    state.redoCount = 3
    state.brushes = ["pen", "pencil", "own-brush"]
    switch scene {
    case .fillOptions, .optionsPopup: state.tool = .fill
    case .eyedropperOptions: state.tool = .eyedropper
    case .figureOptions: state.tool = .rectangle
    case .selectionOptions: (state.tool, state.hasSelection) = (.selectRectangle, true)
    case .symmetryOptions: state.toolSettings.symmetry.kind = .radial(count: 6, isMirrored: false)
    case .navigator: state.navigator = InterfaceSample.overview
    case .references: state.references = InterfaceSample.twoReferences
    case .penDoctor: state.pen = pen
    case .brushes:
      for name in ["classic/2b_pencil", "classic/charcoal", "deevad/2b_pencil_large"] {
        state.catalogue.add(.init(name: name, path: "/b/\(name).myb"))
      }
      state.paintAbsence = "They need the package libmypaint-1.5-1"
    case .brushEditor: state.editing = editing(BrushLibrary(folder: BrushLibrary.systemFolder())["pencil"])
    case .brushInputs:
      let text =
        #"{"version": 3, "settings": {"hardness": {"base_value": 0.5, "inputs": {"speed1": [[0, 0], [4, 0.3]]}}}}"#
      state.editing = editing(
        (try? MyPaintBrush(parsing: Array(text.utf8))).map { Brush($0, name: "classic/charcoal") })
    case .macros:
      state.macros = [
        MacroItem(name: "leaf", title: "Leaf", options: MacroOptions(followsSelection: true)),
        MacroItem(name: "frame", title: "A frame around the page", options: MacroOptions()),
      ]
      state.settings.macroKeys = ["leaf": Keystroke("Ctrl+Alt+1")].compactMapValues { $0 }
    default: break
    }
    return state
  }

  /// The editing of a changed brush.
  private static func editing(_ brush: Brush?) -> BrushEditing? {
    guard let brush else { return nil }
    var draft = BrushDraft(brush)
    draft.change(to: brush.resized(to: 30))
    return BrushEditing(draft: draft, title: "Charcoal")
  }

  private static var pen: PenReadings? {
    let device = DeviceDescription(
      id: 9, name: "Tablet Pen stylus", vendor: 0x056a, product: 0x0357, wacomToolType: "STYLUS", isToolNear: true,
      axes: [
        AxisDescription(number: 0, label: "Abs X", max: 44704, resolution: 200_000),
        AxisDescription(number: 1, label: "Abs Y", max: 27940, resolution: 200_000),
        AxisDescription(number: 2, label: "Abs Pressure", max: 65536),
      ])
    var observer = PenObserver([device], overrides: [:])
    var values = Valuators()
    (values[0], values[1], values[2]) = (22352, 13970, 30000)
    observer.take(
      RawPointerEvent(kind: .motion, source: 9, time: 1000, position: Point(300, 300), valuators: values),
      isInField: false)
    return observer.readings(presentTime: nil)
  }

  func screen(_ width: Int = 1024, _ height: Int = 700, scale: Double = 1, textScale: Double = 1) throws -> Screen {
    let isLow = [.lowWindow, .colourPopup, .layerPopup].contains(self)
    let screen = try Screen(width, isLow ? 420 : height, scale: scale)
    let overlay = screen.overlay
    var state = Self.state(self)
    state.settings.textScale = textScale
    overlay.show(state)
    overlay.show(InterfaceSample.readings)
    overlay.tick(now: 1)
    let listing = FolderListing(
      folder: "/h/p",
      entries: [
        .init(name: "Alpha", isFolder: true, modified: 1_700_000_000),
        .init(name: "first.ora", isFolder: false, size: 123_456, modified: 1_700_000_000),
      ])
    let places = [Place(title: "Home", path: "/h"), Place(title: "Pictures", path: "/h/p")]
    switch self {
    case .panels, .navigator, .references, .fillOptions, .eyedropperOptions, .figureOptions, .selectionOptions,
      .symmetryOptions,
      .lowWindow:
      break
    case .message:
      overlay.say("The drawing was saved", action: MessageAction(title: "Undo", effect: .perform(.undo)), now: 1)
    case .menu: overlay.showMenu()
    case .layerMenu: overlay.layers.box.list.openMenu(0, at: Point(500, 300))
    case .flyout:
      let button = try #require(overlay.tools.buttons.first { $0.hasMore })
      overlay.focus(button)
      _ = screen.key(KeyCode.right)
    case .popUpPalette: overlay.showPopUpPalette(at: Point(512, 350), heldBy: nil)
    case .palettes: overlay.openCentred(PaletteChooser(overlay.context))
    case .colourPopup: overlay.open(ColourPopup(overlay.context), beside: overlay.colours.frame)
    case .layerPopup: overlay.open(LayerPopup(overlay.context), beside: overlay.layers.frame)
    case .opacityPopup:
      let id = try #require(overlay.context.state.activeLayer)
      overlay.open(LayerOpacityPopup(overlay.context, id), beside: overlay.layers.frame)
    case .optionsPopup: overlay.openCentred(OptionsPopup(overlay.context, [.tool(.fill)]))
    case .commands: overlay.showCommands()
    case .brushes: overlay.showBrushes()
    case .brushEditor, .brushInputs:
      overlay.showBrushEditor(try #require(state.editing))
      if self == .brushInputs {
        let page = try #require(overlay.popups.last)
        let openers = page.tree.compactMap { $0 as? Button }.filter { $0.face == .icon(.curve) }
        _ = openers.dropFirst(2).first?.onPress()
      }
    case .keys: overlay.showKeys()
    case .settingsDrawing: overlay.showSettings(.drawing)
    case .settingsPen: overlay.showSettings(.pen)
    case .settingsWindow: overlay.showSettings(.window)
    case .settingsTouch: overlay.showSettings(.touch)
    case .settingsKeys: overlay.showSettings(.keys)
    case .penDoctor: overlay.showPenDoctor()
    case .newDrawing:
      let standard = NewDrawing(width: 2048, height: 1400)
      overlay.showNew(standard: standard, last: NewDrawing(width: 1748, height: 2480, dpi: 300))
    case .paper: overlay.showPaper()
    case .canvasSize, .scaling:
      var document = try #require(Document(width: 640, height: 480))
      document.select(Mask(width: 640, height: 480, isFull: true))
      if self == .canvasSize {
        overlay.showCanvasSize(of: CanvasSubject(document))
      } else {
        overlay.showScaling(of: CanvasSubject(document))
      }
    case .export:
      let document = try #require(Document(width: 640, height: 480))
      _ = overlay.showExport(of: ExportSubject(document), ExportChoice())
    case .timeLapse:
      let document = try #require(Document(width: 2640, height: 1480))
      overlay.showTimeLapse(of: FilmSubject(document, hasEncoder: false), FilmOptions())
    case .openFile, .saveFile:
      let request = FileRequest(
        self == .openFile ? .open : .save, folder: "/h/p", name: "Drawing.ora", home: "/h", places: places,
        recent: ["/h/p/first.ora"])
      _ = overlay.chooseFile(request)
      _ = overlay.show(listing)
    case .question:
      overlay.ask(
        Question(
          "Replace the file?", "There is a file of this name already.",
          [.init("Keep it"), .init("Replace it", .perform(.save), isDefault: true)]))
    case .messages:
      for i in 0..<40 { overlay.say("Sentence number \(i)", now: 1) }
      overlay.showMessages()
    case .renaming: overlay.renameLayer()
    case .lastSteps, .macros:
      overlay.showMacros(of: [
        StepItem(title: "Selecting", layer: nil, canBeRepeated: true),
        StepItem(title: "Changing earlier steps", layer: nil, canBeRepeated: false),
        StepItem(title: "Stroke", layer: "A layer with a long name, as they happen", canBeRepeated: true),
      ])
      if self == .macros { (overlay.popups.last as? MacroPage)?.show(part: 1) }
    }
    return screen
  }

  /// The uppermost popup, or all panels.
  static func roots(_ overlay: Overlay) -> [Panel] {
    overlay.popups.last.map { [$0] } ?? overlay.surfaces.filter { !$0.isHidden && !$0.frame.isEmpty }
  }
}
