internal import CX11
import Glibc

/// The atoms that this module uses. The raw value is the name in the protocol.
enum AtomName: String, CaseIterable {
  case wmProtocols = "WM_PROTOCOLS"
  case wmDeleteWindow = "WM_DELETE_WINDOW"
  case wmClientMachine = "WM_CLIENT_MACHINE"
  case utf8String = "UTF8_STRING"
  case clipboard = "CLIPBOARD"
  case targets = "TARGETS"
  case timestamp = "TIMESTAMP"
  case multiple = "MULTIPLE"
  case atomPair = "ATOM_PAIR"
  case plainText = "text/plain;charset=utf-8"
  case string = "STRING"
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webP = "image/webp"
  /// Layers of Fude, as the bytes that the program gives.
  case layers = "application/x-fude-layers"
  case uriList = "text/uri-list"
  /// Files that a file manager copied: a line `copy` or `cut`, then URIs.
  case gnomeFiles = "x-special/gnome-copied-files"
  case mateFiles = "x-special/mate-copied-files"
  case incr = "INCR"
  case null = "NULL"
  case clipboardManager = "CLIPBOARD_MANAGER"
  case saveTargets = "SAVE_TARGETS"
  case delivery = "_FUDE_DELIVERY"
  case xdndAware = "XdndAware"
  case xdndEnter = "XdndEnter"
  case xdndPosition = "XdndPosition"
  case xdndStatus = "XdndStatus"
  case xdndLeave = "XdndLeave"
  case xdndDrop = "XdndDrop"
  case xdndFinished = "XdndFinished"
  case xdndTypeList = "XdndTypeList"
  case xdndSelection = "XdndSelection"
  case xdndActionCopy = "XdndActionCopy"
  case netWMPing = "_NET_WM_PING"
  case netWMPid = "_NET_WM_PID"
  case netWMName = "_NET_WM_NAME"
  case netWMIcon = "_NET_WM_ICON"
  case netWMIconName = "_NET_WM_ICON_NAME"
  case netWMState = "_NET_WM_STATE"
  case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
  case netWMStateMaximisedAcross = "_NET_WM_STATE_MAXIMIZED_HORZ"
  case netWMStateMaximisedDown = "_NET_WM_STATE_MAXIMIZED_VERT"
  case netWMWindowType = "_NET_WM_WINDOW_TYPE"
  case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
  case netSupported = "_NET_SUPPORTED"
  case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
  case netActiveWindow = "_NET_ACTIVE_WINDOW"
  case netFrameExtents = "_NET_FRAME_EXTENTS"
  case netStartupID = "_NET_STARTUP_ID"
  case netStartupInfo = "_NET_STARTUP_INFO"
  case netStartupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
  case netWMUserTime = "_NET_WM_USER_TIME"
  case netWMUserTimeWindow = "_NET_WM_USER_TIME_WINDOW"
  case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
  case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
  case resourceManager = "RESOURCE_MANAGER"
  case xSettings = "_XSETTINGS_SETTINGS"
  case xSettingsManager = "_XSETTINGS_S0"
  case manager = "MANAGER"
  case inputMethods = "XIM_SERVERS"
  case presented = "_FUDE_PRESENTED"
  case place = "_FUDE_PLACE"
  case deviceProductID = "Device Product ID"
  case wacomToolType = "Wacom Tool Type"
  case wacomSerialIDs = "Wacom Serial IDs"
}

extension AtomName {
  /// The formats of pictures that Fude takes, the preferred first.
  static let pictures: [AtomName] = [.png, .jpeg, .webP]

  /// The forms of lists of files, the preferred first.
  static let fileLists: [AtomName] = [.uriList, .gnomeFiles, .mateFiles]

  /// Whether it is a format of pictures.
  var isPicture: Bool { Self.pictures.contains(self) }
}

/// The numbers of atoms on one server, interned once.
struct AtomTable {
  private let values: [AtomName: Atom]

  /// Interns `names` in one round trip.
  init(interning names: [AtomName], on display: OpaquePointer) {
    var texts = names.map { strdup($0.rawValue) }
    defer { for text in texts { free(text) } }
    var atoms = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display, &texts, Int32(names.count), 0, &atoms)
    values = Dictionary(uniqueKeysWithValues: zip(names, atoms))
  }

  /// The atom called `name`; `None` (0) if the server did not intern it.
  subscript(name: AtomName) -> Atom { values[name] ?? 0 }
}
