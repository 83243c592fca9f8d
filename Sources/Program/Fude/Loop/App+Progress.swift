import Document
import Language
import Studio
import Widgets

extension App {
  /// All that may take long, most important first.
  var tasks: [LongTask] {
    [
      changes.scalingTask, workers.saver.task, exports.pictureTask, workers.reader.task, brushes.packTask,
      clipboard.task, changes.task,
      exports.filmTask,
    ].compactMap { $0 }
  }
}
