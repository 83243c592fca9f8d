import Input
import Language
import Toolkit

// Translated names for the interface; reports use English.

extension DeviceClass {
  var title: String {
    switch self {
    case .stylus: translated("stylus", context: "kind of device")
    case .eraser: translated("eraser", context: "kind of device")
    case .cursor: translated("cursor", context: "kind of device, a tablet's puck")
    case .pad: translated("pad", context: "kind of device, a tablet's buttons")
    case .touch: translated("touch", context: "kind of device")
    case .mouse: translated("mouse", context: "kind of device")
    case .keyboard: translated("keyboard", context: "kind of device")
    }
  }
}

extension DeviceClass.Evidence {
  var title: String {
    switch self {
    case .user: translated("your settings")
    case .attachment: translated("how it is attached")
    case .touches: translated("its touches")
    case .wacomToolType(let type): translated("wacom's property, {type}", ["type": type])
    case .xi1Type(let type): translated("its XInput 1 type, {type}", ["type": type])
    case .name: translated("its name")
    case .axes: translated("its axes")
    case .nothingElse: translated("no other evidence")
    }
  }
}
