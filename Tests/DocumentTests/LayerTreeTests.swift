import RandomSource
import Testing

@testable import Document
@testable import Storage

/// The tree as a list against a tree of nodes.
@Suite struct LayerTreeTests {
  /// Fails if inserting, removing or moving a branch puts a layer into a wrong group or order, loses one,
  /// or changes the depths in a branch wrongly; or if children, parents and places do not agree.
  @Test(arguments: 0..<40)
  func theListFollowsTheTree(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    var tree = try LayerTree([])
    let root = Node(Self.layer(0))
    for number in 1...120 {
      let groups = [root] + root.all.filter(\.layer.isGroup)
      switch Int.random(in: 0..<6, using: &rng) {
      case 0, 1, 2:
        let parent = try #require(groups.randomElement(using: &rng))
        let place = LayerPlace(
          in: parent === root ? nil : parent.layer.id, position: Int.random(in: -1...4, using: &rng))
        let layer = Self.layer(UInt64(number), isGroup: Bool.random(using: &rng))
        guard tree.hasRoom(at: place) else { continue }
        tree.insert([layer], at: place)
        parent.insert(Node(layer), at: place.position)
      case 3:
        guard let node = root.all.randomElement(using: &rng), root.all.count > 20 else { continue }
        let index = try #require(tree.index(of: node.layer.id))
        #expect(tree.remove(at: index).map(\.id) == node.list.map(\.id))
        node.parent?.remove(node)
      default:
        guard let node = root.all.randomElement(using: &rng), let parent = groups.randomElement(using: &rng) else {
          continue
        }
        let place = LayerPlace(
          in: parent === root ? nil : parent.layer.id, position: Int.random(in: 0...4, using: &rng))
        let index = try #require(tree.index(of: node.layer.id))
        let isInside = node === parent || node.all.contains { $0 === parent }
        #expect(tree.canMove(index, to: place) == !isInside)
        if isInside { continue }
        tree.move(index, to: place)
        node.parent?.remove(node)
        parent.insert(node, at: place.position)
      }
      tree.checkInvariants()
      #expect(tree.map(\.id) == root.list.dropLast().map(\.id))
      for node in root.all {
        let index = try #require(tree.index(of: node.layer.id))
        let parent = node.parent === root ? nil : node.parent?.layer.id
        #expect(tree[index].depth == node.depth - 1)
        #expect(tree.parent(of: index).map { tree[$0].id } == parent)
        #expect(tree.children(of: index).map { tree[$0].id } == node.children.map(\.layer.id))
        #expect(tree.branch(at: index).map { tree[$0].id } == node.list.map(\.id))
        let place = tree.place(of: index)
        #expect(place.parent == parent && node.parent?.children[place.position] === node)
        #expect(tree.height(at: index) == node.height)
      }
      #expect(tree.children(of: nil).map { tree[$0].id } == root.children.map(\.layer.id))
      for index in tree.indices { tree[index].isClipped = rng.isOne(in: 2) }
      var bases: [Int: Int] = [:]
      for node in [root] + root.all {
        var base: Int?
        for child in node.children {
          let index = try #require(tree.index(of: child.layer.id))
          if tree[index].isClipped { bases[index] = base } else { base = index }
        }
      }
      #expect(tree.clippingBases == bases)
    }
  }

  /// Fails if a move to the place where a layer already is changes anything, or if a position beyond the
  /// ends is not the nearest end.
  @Test func positionsDoNotCountTheMovedLayer() throws {
    var tree = try LayerTree([Self.layer(1), Self.layer(2), Self.layer(3)])
    for index in tree.indices {
      let place = tree.place(of: index)
      tree.move(index, to: place)
      #expect(tree.map(\.id.number) == [1, 2, 3] && place == LayerPlace(position: index))
    }
    tree.move(0, to: LayerPlace(position: 99))
    #expect(tree.map(\.id.number) == [2, 3, 1])
    tree.move(2, to: LayerPlace(position: -5))
    #expect(tree.map(\.id.number) == [1, 2, 3])
  }

  /// Fails if groups can be nested deeper than allowed, by a layer or by a branch, or not as deep.
  @Test func groupsAreNestedAsDeepAsAllowed() throws {
    var tree = try LayerTree([])
    var place = LayerPlace(position: 0)
    for number in 1...UInt64(LayerTree.mostDepth) {
      #expect(tree.hasRoom(at: place))
      tree.insert([Self.layer(number, isGroup: true)], at: place)
      place = LayerPlace(in: Layer.ID(number), position: 0)
    }
    // A layer in the innermost group has the largest depth.
    #expect(tree.hasRoom(at: place) && !tree.hasRoom(at: place, height: 2))
    tree.insert([Self.layer(1000, isGroup: true)], at: place)
    #expect(tree.first?.depth == LayerTree.mostDepth)
    #expect(!tree.hasRoom(at: LayerPlace(in: Layer.ID(1000), position: 0)))
    tree.insert([Self.layer(2000, isGroup: true)], at: LayerPlace(position: 1))
    let top = try #require(tree.index(of: Layer.ID(2000)))
    #expect(tree.canMove(top, to: place))
    tree.insert([Self.layer(2001)], at: LayerPlace(in: Layer.ID(2000), position: 0))
    #expect(try !tree.canMove(#require(tree.index(of: Layer.ID(2000))), to: place))
    // Paint contains nothing, and a missing group neither.
    #expect(!tree.hasRoom(at: LayerPlace(in: Layer.ID(2001), position: 0)))
    #expect(!tree.hasRoom(at: LayerPlace(in: Layer.ID(77), position: 0)))
    tree.checkInvariants()
  }

  /// Fails if a list that is no tree becomes one. Files may have any.
  @Test func listsThatAreNoTreeAreRefused() throws {
    #expect(throws: Never.self) { try LayerTree([Self.layer(1, depth: 1), Self.layer(2, isGroup: true)]) }
    // In no group; in paint; too far in; below the drawing; twice.
    #expect(throws: (any Error).self) { try LayerTree([Self.layer(1, depth: 1)]) }
    #expect(throws: (any Error).self) { try LayerTree([Self.layer(1, depth: 1), Self.layer(2)]) }
    #expect(throws: (any Error).self) { try LayerTree([Self.layer(1, depth: 2), Self.layer(2, isGroup: true)]) }
    #expect(throws: (any Error).self) { try LayerTree([Self.layer(1, depth: -1)]) }
    #expect(throws: (any Error).self) { try LayerTree([Self.layer(1), Self.layer(1)]) }
    let deepest = LayerTree.mostDepth
    func nested(_ depth: Int) -> [Layer] {
      (0...depth).reversed().map { Self.layer(UInt64($0), isGroup: true, depth: $0) }
    }
    #expect(throws: Never.self) { try LayerTree(nested(deepest)) }
    #expect(throws: (any Error).self) { try LayerTree(nested(deepest + 1)) }
  }

  private static func layer(_ number: UInt64, isGroup: Bool = false, depth: Int = 0) -> Layer {
    var layer = Layer(name: "\(number)", width: 1, height: 1)
    (layer.id, layer.content, layer.depth) = (Layer.ID(number), isGroup ? .group(.isolated) : .paint, depth)
    return layer
  }
}

/// A tree as nodes, for comparison.
private final class Node {
  let layer: Layer
  private(set) var children: [Node] = []
  private(set) weak var parent: Node?

  init(_ layer: Layer) { self.layer = layer }

  func insert(_ node: Node, at position: Int) {
    children.insert(node, at: max(0, min(children.count, position)))
    node.parent = self
  }

  func remove(_ node: Node) { children.removeAll { $0 === node } }

  /// All below it.
  var all: [Node] { children.flatMap { [$0] + $0.all } }
  /// All below it and itself, lowest first.
  var list: [Layer] { children.flatMap(\.list) + [layer] }
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }
  var height: Int { 1 + (children.map(\.height).max() ?? 0) }
}
