import Glibc

/// A library that is loaded when it is first used and stays loaded. Fude runs without it.
public struct SharedLibrary: Sendable {
  /// The address of dlopen's handle.
  private let handle: UInt

  /// Loads a library by its soname; nil if it is not installed.
  public init?(_ soname: String) {
    guard let handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = UInt(bitPattern: handle)
  }

  /// A function of the library; nil if there is none of this name.
  /// - Parameter type: a type `@convention(c)` that agrees with the library's header.
  public func function<T>(_ name: String, as type: T.Type) -> T? {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else { return nil }
    // A C function pointer is an address, and so is what dlsym returns.
    return unsafeBitCast(address, to: type)
  }
}
