internal import CXattr
import Glibc

/// Extended attributes of files. One that cannot be read or written is left out: some file systems have none.
enum FileAttributes {
  private static let userPrefix = "user.".utf8.map { CChar($0) }
  private static let accessList = Array("system.posix_acl_access".utf8CString)

  /// Copies the attributes of the user, such as tags and ratings of file managers, to an open file.
  static func copyUserAttributes(from path: String, to descriptor: Int32) {
    let system = PathText.system(path)
    for name in names(of: system) where name.starts(with: userPrefix) {
      if let value = value(of: system, name) { _ = fsetxattr(descriptor, name, value, value.count, 0) }
    }
  }

  /// Gives an open file the access control list of the file at a path, or none, whatever the folder's default is.
  /// - Returns: false if the list cannot be set. The group's permissions in the mode are then those of all that the list
  ///   names.
  static func copyAccessList(from path: String, to descriptor: Int32) -> Bool {
    guard let list = value(of: PathText.system(path), accessList) else {
      _ = fremovexattr(descriptor, accessList)
      return true
    }
    return fsetxattr(descriptor, accessList, list, list.count, 0) == 0
  }

  // Paths and names end with a zero.
  private static func names(of path: [CChar]) -> [[CChar]] {
    let size = listxattr(path, nil, 0)
    guard size > 0 else { return [] }
    var list = [CChar](repeating: 0, count: size)
    let count = listxattr(path, &list, size)
    guard count > 0 else { return [] }
    return list.prefix(count).split(separator: 0).map { Array($0) + [0] }
  }

  private static func value(of path: [CChar], _ name: [CChar]) -> [UInt8]? {
    let size = getxattr(path, name, nil, 0)
    guard size >= 0 else { return nil }
    var value = [UInt8](repeating: 0, count: size)
    let count = getxattr(path, name, &value, size)
    // Another program may have changed it meanwhile.
    guard count == size else { return nil }
    return value
  }
}
