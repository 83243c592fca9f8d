import Studio
import Testing

/// Fails if the pen doctor quotes other figures than the published ones, or invalid ones.
@Suite struct PublishedLatencyTests {
  @Test func aFileSaysWhatWasWritten() {
    let figures = PublishedLatency(ink: 0.25, nullClient: 0.18, machine: "AMD EPYC", cores: 2)
    #expect(PublishedLatency(text: figures.text) == figures)
  }

  /// A file edited by hand is quoted only if it is complete.
  @Test(arguments: [
    "", "ink = 1\nnull-client = 1\n", "ink = -1\nnull-client = 1\nmachine = x\ncores = 2\n",
    "ink = nan\nnull-client = 1\nmachine = x\ncores = 2\n", "ink 1\nnull-client = 1\nmachine = x\ncores = 2\n",
    "ink = 1\nnull-client = inf\nmachine = x\ncores = 2\n", "ink = 1\nnull-client = 1\nmachine = \ncores = 2\n",
    "ink = 1\nnull-client = 1\nmachine = x\n",
    "ink = 1\nnull-client = 1\nmachine = x\ncores = two\n",
  ])
  func missingValuesAreNotQuoted(text: String) { #expect(PublishedLatency(text: text) == nil) }
}
