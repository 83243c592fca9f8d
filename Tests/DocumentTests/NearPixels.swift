/// Whether each channel of two pixels differs by one level at most, as pixels with 16 bits a channel may from a sum of
/// rounded ones.
func areNear(_ a: UInt32, _ b: UInt32) -> Bool {
  [0, 8, 16, 24].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 1 }
}
