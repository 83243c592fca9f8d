import Document
import Testing

/// Fails where the pen doctor would quote other figures than were published, or figures that are none.
@Suite struct PublishedLatencyTests {
  /// What is written is read.
  @Test func aFileSaysWhatWasWritten() {
    let figures = PublishedLatency(ink: 0.25, nullClient: 0.18, machine: "AMD EPYC, 2 cores")
    #expect(PublishedLatency(text: figures.text) == figures)
  }

  /// A file that was changed by hand is quoted only where it still says everything.
  @Test(arguments: [
    "", "ink = 1\nnull-client = 1\n", "ink = -1\nnull-client = 1\nmachine = x\n",
    "ink = nan\nnull-client = 1\nmachine = x\n", "ink 1\nnull-client = 1\nmachine = x\n",
    "ink = 1\nnull-client = inf\nmachine = x\n", "ink = 1\nnull-client = 1\nmachine = \n",
  ])
  func whatIsMissingIsNotQuoted(text: String) { #expect(PublishedLatency(text: text) == nil) }
}
