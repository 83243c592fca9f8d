import Toolkit

extension Icon {
  static let menu = Icon("menu", "M4.5,6.5h15M4.5,12h15M4.5,17.5h15")
  public static let undo = Icon("undo", "M4.5,4v5.5h5.5M4.9,9.3a8,8 0 1 1 -0.2,5.9")
  public static let redo = Icon("redo", "M19.5,4v5.5h-5.5M19.1,9.3a8,8 0 1 0 0.2,5.9")

  static let new = Icon(
    "new", "M6,4.5a1,1 0 0 1 1,-1h7.5l4,4v12a1,1 0 0 1 -1,1h-10.5a1,1 0 0 1 -1,-1zM14.3,3.7v4h4")
  public static let open = Icon(
    "open",
    "M3.5,6.5a1,1 0 0 1 1,-1h4.6l2,2.4h8.4a1,1 0 0 1 1,1v9.6a1,1 0 0 1 -1,1h-15a1,1 0 0 1 -1,-1z")
  static let save = Icon("save", "M12,4v10M8,10.4l4,4l4,-4M4.5,15.5v3a1,1 0 0 0 1,1h13a1,1 0 0 0 1,-1v-3")
  static let recent = Icon("recent", "M3.8,12a8.2,8.2 0 1 0 16.4,0a8.2,8.2 0 1 0 -16.4,0zM12,7.2v5l3.4,2")
  public static let up = Icon("up", "M12,19.5v-14M6.5,11l5.5,-5.5l5.5,5.5")
  public static let picture = Icon(
    "picture",
    "M4.5,5.5h15a1,1 0 0 1 1,1v11a1,1 0 0 1 -1,1h-15a1,1 0 0 1 -1,-1v-11a1,1 0 0 1 1,-1z"
      + "M4,16.5l4.8,-4.6l3.6,3.4l2.8,-2.4l4.6,4",
    filled: "M14.2,9.3a1.5,1.5 0 1 0 3,0a1.5,1.5 0 1 0 -3,0z")

  static let takeStrokes = Icon("take-strokes", "M6,3.5l12,9.5l-6,1l-2.6,5.8z")
  static let bend = Icon("bend", "M3.5,18c4,0 4,-9.5 8.5,-9.5s4.5,9.5 8.5,9.5M12,5.8v-3M9.8,4.6l2.2,-2.2l2.2,2.2")
  static let redraw = Icon(
    "redraw-strokes", "M3.5,17.5h4M16.5,17.5h4M7.5,17.5c0,-11 9,-11 9,0M12,21v-7M9.8,16l2.2,-2.2l2.2,2.2")
  static let thicken = Icon(
    "thicken", "M3,12h5M16,12h5", filled: "M7,12c2,0 3,-4.5 5,-4.5s3,4.5 5,4.5s-3,4.5 -5,4.5s-3,-4.5 -5,-4.5z")
  static let thin = Icon("thin", "M9,12h6", filled: "M3,7.5c3,0 4,4 9,4s6,-4 9,-4v9c-3,0 -4,-4 -9,-4s-6,4 -9,4z")
  static let cutStrokes = Icon("cut-strokes", "M3.5,15h6M14.5,15h6M12,6v13M9.5,8.5l2.5,-2.5l2.5,2.5")
  static let pen = Icon(
    "pen", "M4,20l2.6,-9.4l6.2,-3.2l3.8,3.8l-3.2,6.2zM4,20l5.6,-5.6M12.8,7.4l2.9,-2.9l3.8,3.8l-2.9,2.9",
    filled: "M9.1,13.4a1.5,1.5 0 1 0 3,0a1.5,1.5 0 1 0 -3,0z")
  static let brushPen = Icon(
    "brushPen",
    "M9.8,12.6l8.6,-8.4a1.6,1.6 0 0 1 2.3,2.3l-8.4,8.6M9.8,12.6c-2.6,-0.2 -4.2,1.5 -4.4,3.6c-0.1,1.6 -0.9,2.6 -2.2,3"
      + "c3.4,1.7 9.3,1.1 9.2,-3.9c0,-1.5 -1.1,-2.6 -2.6,-2.7z")
  static let pencil = Icon(
    "pencil", "M4,20l1.3,-5.2l11,-11a1.5,1.5 0 0 1 2.1,0l1.8,1.8a1.5,1.5 0 0 1 0,2.1l-11,11zM13.8,6.3l3.9,3.9")
  static let tiltPencil = Icon(
    "tiltPencil",
    "M3,16l3.4,-4l11.2,-6.6a1.4,1.4 0 0 1 1.9,0.5l1,1.7a1.4,1.4 0 0 1 -0.5,1.9l-11.2,6.6zM14.5,7.2l2.4,4.1M7,20h13")
  static let marker = Icon(
    "marker",
    "M8,12.6l8,-8.3a1.5,1.5 0 0 1 2.1,0l2.1,2.1a1.5,1.5 0 0 1 0,2.1l-8.3,8zM8,12.6l-1.1,3.3l1.7,1.7l3.3,-1.1"
      + "M6.9,15.9l-3.4,4.3h4.2l0.9,-2.6")
  static let airbrush = Icon(
    "airbrush",
    "M3.8,11.8a1.8,1.8 0 0 1 1.8,-1.8h6.8a1.8,1.8 0 0 1 1.8,1.8v7.7a1,1 0 0 1 -1,1h-8.4a1,1 0 0 1 -1,-1zM6,10v-1.5"
      + "a2,2 0 0 1 2,-2h2a2,2 0 0 1 2,2v1.5M9,6.5v-3",
    filled: "M13.4,4.5a1,1 0 1 0 2,0a1,1 0 1 0 -2,0zM17.2,2.8a1,1 0 1 0 2,0a1,1 0 1 0 -2,0z"
      + "M17.2,6.2a1,1 0 1 0 2,0a1,1 0 1 0 -2,0zM20.6,4.5a1,1 0 1 0 2,0a1,1 0 1 0 -2,0z")
  static let allBrushes = Icon(
    "allBrushes",
    "M4,20v-2.6c0,-3 0.8,-4.6 1.6,-5.6c0.8,1 1.6,2.6 1.6,5.6v2.6zM5.6,11.8v-7.6"
      + "M10.4,20v-5.2l1.6,-3.4l1.6,3.4v5.2zM10.4,14.8h3.2M12,11.4v-7.2"
      + "M16.8,20v-6.4a1.6,2.4 0 0 1 3.2,0v6.4zM18.4,11.2v-7")
  public static let star = Icon("star", starLines)
  public static let starred = Icon("starred", starLines, filled: starLines)
  private static let starLines =
    "M12,3.6l2.6,5.3l5.8,0.8l-4.2,4.1l1,5.8l-5.2,-2.7l-5.2,2.7l1,-5.8l-4.2,-4.1l5.8,-0.8z"
  public static let dots = Icon(
    "dots", "",
    filled: "M10.5,5.5a1.5,1.5 0 1 0 3,0a1.5,1.5 0 1 0 -3,0z"
      + "M10.5,12a1.5,1.5 0 1 0 3,0a1.5,1.5 0 1 0 -3,0zM10.5,18.5a1.5,1.5 0 1 0 3,0a1.5,1.5 0 1 0 -3,0z")

  static let symmetry = Icon(
    "symmetry", "M12,3.5v2.5M12,9v2.5M12,14.5v2.5M12,20v0.5M8.9,5.5v12.5h-6.4zM15.1,5.5v12.5h6.4z")
  static let symmetryLevel = Icon(
    "symmetryLevel", "M3.5,12h2.5M9,12h2.5M14.5,12h2.5M20,12h0.5M5.5,8.9h12.5v-6.4zM5.5,15.1h12.5v6.4z")
  static let symmetryBoth = Icon(
    "symmetryBoth",
    "M12,2.5v3M12,10.5v3M12,18.5v3M2.5,12h3M10.5,12h3M18.5,12h3M9,9v-5l-5,5zM15,9v-5l5,5zM9,15v5l-5,-5zM15,15v5l5,-5z")
  static let symmetryRadial = Icon(
    "symmetryRadial",
    "M12,8.2v-5M15.3,10.1l4.3,-2.5M15.3,13.9l4.3,2.5M12,15.8v5M8.7,13.9l-4.3,2.5M8.7,10.1l-4.3,-2.5",
    filled: "M10.4,12a1.6,1.6 0 1 0 3.2,0a1.6,1.6 0 1 0 -3.2,0z")
  static let reverse = Icon("reverse", "M4,8h15M15.5,4.5l3.5,3.5l-3.5,3.5M20,16h-15M8.5,12.5l-3.5,3.5l3.5,3.5")
  static let removeStop = Icon(
    "remove-stop", "M2.5,12h4M17.5,12h4M6.5,12a5.5,5.5 0 1 0 11,0a5.5,5.5 0 1 0 -11,0zM9.5,12h5")
  static let aim = Icon("aim", "M12,3v5M12,16v5M3,12h5M16,12h5M7,12a5,5 0 1 0 10,0a5,5 0 1 0 -10,0z")
  static let middle = Icon(
    "middle",
    "M5,5h14a1,1 0 0 1 1,1v12a1,1 0 0 1 -1,1h-14a1,1 0 0 1 -1,-1v-12a1,1 0 0 1 1,-1zM12,9v6M9,12h6")

  private static let dashes =
    "M4,8.5v-3a1,1 0 0 1 1,-1h3M10.6,4.5h2.8M16,4.5h3a1,1 0 0 1 1,1v3M20,10.7v2.6M20,15.5v3a1,1 0 0 1 -1,1h-3"
    + "M13.4,19.5h-2.8M8,19.5h-3a1,1 0 0 1 -1,-1v-3M4,13.3v-2.6"
  static let selectAll = Icon("selectAll", dashes, filled: "M8,8.5h8v7h-8z")
  static let deselect = Icon("deselect", dashes + "M9.4,9.4l5.2,5.2M14.6,9.4l-5.2,5.2")
  static let invertSelection = Icon("invertSelection", dashes, filled: "M5.5,18l13,-12v12z")
  static let selectNew = Icon("selectNew", "M5,5h14v14h-14z")
  static let selectMore = Icon(
    "selectMore", "M4,4h11v5h5v11h-11v-5h-5z", filled: "M4,4h11v5h5v11h-11v-5h-5z")
  static let selectLess = Icon("selectLess", "M4,4h11v11h-11zM9,20h11v-11", filled: "M4,4h11v5h-6v6h-5z")
  static let selectCommon = Icon("selectCommon", "M4,4h11v11h-11zM9,9h11v11h-11z", filled: "M9,9h6v6h-6z")
  static let selectAgain = Icon("selectAgain", dashes + "M8.5,12a3.6,3.6 0 1 0 1.2,-2.7M9.2,6.9v2.8h2.8")
  static let moveLine = Icon("moveLine", dashes + "M8.5,12h7M12,8.5v7M13.5,10.5l2,1.5l-2,1.5M10.5,10.5l-2,1.5l2,1.5")
  static let transform = Icon(
    "transform",
    "M12,3v18M3,12h18M9.5,5.5l2.5,-2.5l2.5,2.5M9.5,18.5l2.5,2.5l2.5,-2.5M5.5,9.5l-2.5,2.5l2.5,2.5"
      + "M18.5,9.5l2.5,2.5l-2.5,2.5")
  static let quickMask = Icon(
    "quickMask", "M4,5h16v14h-16zM15.5,12a3.5,3.5 0 1 0 -7,0a3.5,3.5 0 1 0 7,0z",
    filled: "M4,5h16v14h-16zM15.5,12a3.5,3.5 0 1 0 -7,0a3.5,3.5 0 1 0 7,0z")
  static let edge = Icon(
    "edge", "M12,3.5a8.5,8.5 0 1 0 0,17a8.5,8.5 0 1 0 0,-17", filled: "M12,8a4,4 0 1 0 0,8a4,4 0 1 0 0,-8z")
  public static let apply = Icon("apply", "M4.5,12.8l5,5l10,-11")
  public static let cancel = Icon("cancel", "M6,6l12,12M18,6l-12,12")
  static let copy = Icon(
    "copy",
    "M9.5,8.5h9a1,1 0 0 1 1,1v10a1,1 0 0 1 -1,1h-9a1,1 0 0 1 -1,-1v-10a1,1 0 0 1 1,-1zM5.5,15.5h-1a1,1 0 0 1 -1,-1v-10"
      + "a1,1 0 0 1 1,-1h9a1,1 0 0 1 1,1v1")
  static let cut = Icon(
    "cut",
    "M3.9,17.6a2.6,2.6 0 1 0 5.2,0a2.6,2.6 0 1 0 -5.2,0zM14.9,17.6a2.6,2.6 0 1 0 5.2,0a2.6,2.6 0 1 0 -5.2,0z"
      + "M8,15.5l8.2,-12M16,15.5l-8.2,-12")
  static let paste = Icon(
    "paste",
    "M8.5,5h-2.5a1,1 0 0 0 -1,1v13.5a1,1 0 0 0 1,1h12a1,1 0 0 0 1,-1v-13.5a1,1 0 0 0 -1,-1h-2.5"
      + "M9.5,3.5h5a1,1 0 0 1 1,1v1.5a1,1 0 0 1 -1,1h-5a1,1 0 0 1 -1,-1v-1.5a1,1 0 0 1 1,-1z")
  public static let curve = Icon("curve", "M4.5,4.5v15h15M5.5,18.5c7,0 6,-12 13.5,-12")
  public static let delete = Icon(
    "delete",
    "M4.5,6.5h15M9,6.5v-2a1,1 0 0 1 1,-1h4a1,1 0 0 1 1,1v2M6.3,6.5l0.8,13a1,1 0 0 0 1,1h7.8a1,1 0 0 0 1,-1l0.8,-13"
      + "M10,10.5v6M14,10.5v6")
  static let options = Icon(
    "options",
    "M4,7.5h6.5M15.5,7.5h4.5M4,16.5h4M13,16.5h7M10.5,7.5a2.5,2.5 0 1 0 5,0a2.5,2.5 0 1 0 -5,0z"
      + "M8,16.5a2.5,2.5 0 1 0 5,0a2.5,2.5 0 1 0 -5,0z")
}
