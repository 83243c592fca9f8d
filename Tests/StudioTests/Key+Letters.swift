@testable import Studio

/// Keys that tests press; the keysym of an ASCII character is its code.
extension Key {
  static let a: UInt32 = 0x61
  static let b: UInt32 = 0x62
  static let e: UInt32 = 0x65
  static let m: UInt32 = 0x6D
  static let p: UInt32 = 0x70
  static let q: UInt32 = 0x71
  static let v: UInt32 = 0x76
  static let w: UInt32 = 0x77
  static let y: UInt32 = 0x79
  static let z: UInt32 = 0x7A
  static let bracketLeft: UInt32 = 0x5B
  static let bracketRight: UInt32 = 0x5D
  static let f11: UInt32 = 0xFFC8
}
