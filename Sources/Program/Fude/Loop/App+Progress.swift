import Document
import Language
import Studio
import Widgets

extension App {
  /// All that may take long, most important first.
  var tasks: [LongTask] {
    [
      scaling, workers.saver.task, exports.pictureTask, workers.reader.task, brushes.packTask, pasting, strokeChange,
      exports.filmTask,
    ].compactMap { $0 }
  }

  /// The scaling of the image, which its page shows.
  private var scaling: LongTask? {
    workers.scaler.current.map { current in
      LongTask(current.start) { [self] in
        overlay.showScaling(progress: current.progress.share)
        return nil
      }
    }
  }

  private var pasting: LongTask? {
    pastingSince.map { LongTask($0, cancel: .cancelTransfers) { [self] in pastingProgress } }
  }

  /// The change of strokes. After a preview its message stays.
  private var strokeChange: LongTask? {
    workers.changer.current.map { current in
      LongTask(current.start, cancel: .cancelChange, continues: current.job.change.preview != nil) {
        translated("Changing strokes: {share} %", ["share": Int(current.progress.share * 100)])
      }
    }
  }
}
