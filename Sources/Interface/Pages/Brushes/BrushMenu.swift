import Language
import Panels
import Studio
import Toolkit

/// The menu of a brush in the list: its place among the favourites, and its tags.
enum BrushMenu {
  static func entries(for name: String, _ context: WidgetContext) -> [MenuEntry] {
    let shelf = context.state.settings.shelf
    let isFavourite = shelf.isFavourite(name)
    func item(
      _ title: String, isEnabled: Bool = true, isChosen: Bool = false, _ change: @escaping (inout BrushShelf) -> Void
    )
      -> MenuEntry
    {
      .item(title, isEnabled: isEnabled, isChosen: isChosen) { changing(context, change) }
    }
    let place = shelf.favourites.firstIndex(of: name)
    var entries = [
      item(translated("Favourite"), isChosen: isFavourite) { $0.setFavourite(name, !isFavourite) },
      item(translated("Move up", context: "a favourite"), isEnabled: place.map { $0 > 0 } ?? false) {
        $0.move(favourite: name, by: -1)
      },
      item(
        translated("Move down", context: "a favourite"),
        isEnabled: place.map { $0 + 1 < shelf.favourites.count } ?? false
      ) { $0.move(favourite: name, by: 1) },
      .separator, .heading(translated("Tags")),
    ]
    let own = shelf.tags(of: name)
    for tag in shelf.tags {
      let isTagged = own.contains(tag.name)
      entries.append(item(tag.name, isChosen: isTagged) { $0.setTag(tag.name, on: name, !isTagged) })
    }
    entries.append(
      .item(translated("New tag…")) {
        context.overlay?.openCentred(
          NameDialog(context, title: translated("New tag"), name: "") { text in
            changing(context) { $0.setTag(text, on: name, true) }
          })
      })
    let title = context.title(ofBrush: name)
    entries += [
      .separator, .item(translated("Edit…", context: "a brush")) { context.post(.edit(.open(name))) },
      .item(translated("Rename…", context: "a brush")) {
        context.overlay?.openCentred(
          NameDialog(context, title: translated("Rename the brush"), name: title) { text in
            context.post(.brushes(.retitle(name, title: text)))
          })
      },
      .item(translated("Delete…", context: "a brush"), isEnabled: context.state.isOfUser(brush: name)) {
        context.overlay?.ask(
          Question(
            translated("Delete the brush?"),
            translated(
              "The file of the brush “{name}” is deleted. A brush of this name that comes with Fude or MyPaint appears again.",
              ["name": title]),
            [
              Question.Answer(translated("Delete", context: "a brush"), .brushes(.delete(name))),
              Question.Answer(translated("Keep it", context: "a brush"), isDefault: true),
            ]))
      },
    ]
    return entries
  }

  private static func changing(_ context: WidgetContext, _ change: (inout BrushShelf) -> Void) {
    var settings = context.state.settings
    change(&settings.shelf)
    context.post(.changeSettings(settings))
  }
}
