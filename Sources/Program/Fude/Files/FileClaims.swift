import Desktop
import Files
import Glibc

/// The files that no other window may open meanwhile: the drawing's, and those that it is being saved to.
///
/// Each window is a process of its own with its own journal, so neither a crash nor long work of one affects another.
/// A claim keeps two windows from opening the same file.
final class FileClaims {
  private let window: any ClaimAccess
  private var held: [String: [Claim]] = [:]

  init(_ window: any ClaimAccess) { self.window = window }

  /// The claims on a file: on its place, where a save puts another file, and on the file that is
  /// there now, to which hard links may lead.
  static func all(on path: String) -> [Claim] {
    func resolved(_ path: String) -> String? {
      guard let real = realpath(PathText.system(path), nil) else { return nil }
      defer { free(real) }
      return PathText.text(ofSystem: real)
    }
    // The file may not exist yet, and its folder may be a link.
    let place = resolved(path) ?? resolved(PathText.folder(of: path)).map { $0 + "/" + PathText.name(of: path) } ?? path
    let file = FileIdentity(path).map { Claim(device: $0.device, number: $0.number, generation: $0.generation) }
    return [Claim(file: PathText.bytes(of: place))] + [file].compactMap { $0 }
  }

  /// The claim by which another window has the drawing in a file open; nil if none has.
  func elsewhere(on path: String) -> Claim? {
    guard held[path] == nil, !Saver.isPicture(path) else { return nil }
    return Self.all(on: path).first { window.isHeldElsewhere($0) }
  }

  /// Raises the window that holds a claim.
  func showHolder(of claim: Claim) { window.showHolder(of: claim) }

  /// Claims a file that the drawing is to be saved to. Returns false where another window has it
  /// open.
  func claim(_ path: String) -> Bool {
    if held[path] != nil || Saver.isPicture(path) { return true }
    let claims = Self.all(on: path)
    if claims.contains(where: { window.isHeldElsewhere($0) }) { return false }
    // Without a server there is no other window.
    let new = claims.filter { window.claim($0) }
    if !new.isEmpty { held[path] = new }
    return true
  }

  /// Claims the drawing's file, or claims it again: a save has put another file in its place. Returns false where
  /// another window has it open.
  func follow(_ file: String) -> Bool {
    if held[file] == nil { return claim(file) }
    hold(Self.all(on: file).filter { window.claim($0) }, on: file)
    return true
  }

  /// Releases the claims on all paths but some.
  func releaseAll(except wanted: [String]) {
    for path in held.keys where !wanted.contains(path) { hold([], on: path) }
  }

  /// Replaces the claims on a path, which this window holds, and releases the previous ones.
  private func hold(_ claims: [Claim], on path: String) {
    let previous = held[path] ?? []
    held[path] = claims.isEmpty ? nil : claims
    // Another path may lead to the same file.
    let others = Set(held.values.joined())
    for claim in previous where !others.contains(claim) { window.release(claim) }
  }
}
