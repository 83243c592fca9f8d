/// The D-Bus descriptions of the AT-SPI interfaces that Fude implements.
///
/// Source: at-spi2-core 2.46, `xml/Accessible.xml` and its neighbours.
enum Interfaces {
  static let prefix = "org.a11y.atspi."

  static let all = """
    <node>
    <interface name="org.a11y.atspi.Accessible">
      <property name="Name" type="s" access="read"/>
      <property name="Description" type="s" access="read"/>
      <property name="Parent" type="(so)" access="read"/>
      <property name="ChildCount" type="i" access="read"/>
      <property name="Locale" type="s" access="read"/>
      <property name="AccessibleId" type="s" access="read"/>
      <method name="GetChildAtIndex"><arg type="i"/><arg direction="out" type="(so)"/></method>
      <method name="GetChildren"><arg direction="out" type="a(so)"/></method>
      <method name="GetIndexInParent"><arg direction="out" type="i"/></method>
      <method name="GetRelationSet"><arg direction="out" type="a(ua(so))"/></method>
      <method name="GetRole"><arg direction="out" type="u"/></method>
      <method name="GetRoleName"><arg direction="out" type="s"/></method>
      <method name="GetLocalizedRoleName"><arg direction="out" type="s"/></method>
      <method name="GetState"><arg direction="out" type="au"/></method>
      <method name="GetAttributes"><arg direction="out" type="a{ss}"/></method>
      <method name="GetApplication"><arg direction="out" type="(so)"/></method>
      <method name="GetInterfaces"><arg direction="out" type="as"/></method>
    </interface>
    <interface name="org.a11y.atspi.Application">
      <property name="ToolkitName" type="s" access="read"/>
      <property name="Version" type="s" access="read"/>
      <property name="AtspiVersion" type="s" access="read"/>
      <property name="Id" type="i" access="readwrite"/>
      <method name="GetLocale"><arg type="u"/><arg direction="out" type="s"/></method>
    </interface>
    <interface name="org.a11y.atspi.Component">
      <method name="Contains"><arg type="i"/><arg type="i"/><arg type="u"/><arg direction="out" type="b"/></method>
      <method name="GetAccessibleAtPoint">
        <arg type="i"/><arg type="i"/><arg type="u"/><arg direction="out" type="(so)"/>
      </method>
      <method name="GetExtents"><arg type="u"/><arg direction="out" type="(iiii)"/></method>
      <method name="GetPosition"><arg type="u"/><arg direction="out" type="i"/><arg direction="out" type="i"/></method>
      <method name="GetSize"><arg direction="out" type="i"/><arg direction="out" type="i"/></method>
      <method name="GetLayer"><arg direction="out" type="u"/></method>
      <method name="GetMDIZOrder"><arg direction="out" type="n"/></method>
      <method name="GetAlpha"><arg direction="out" type="d"/></method>
      <method name="GrabFocus"><arg direction="out" type="b"/></method>
      <method name="ScrollTo"><arg type="u"/><arg direction="out" type="b"/></method>
    </interface>
    <interface name="org.a11y.atspi.Action">
      <property name="NActions" type="i" access="read"/>
      <method name="GetName"><arg type="i"/><arg direction="out" type="s"/></method>
      <method name="GetLocalizedName"><arg type="i"/><arg direction="out" type="s"/></method>
      <method name="GetDescription"><arg type="i"/><arg direction="out" type="s"/></method>
      <method name="GetKeyBinding"><arg type="i"/><arg direction="out" type="s"/></method>
      <method name="GetActions"><arg direction="out" type="a(sss)"/></method>
      <method name="DoAction"><arg type="i"/><arg direction="out" type="b"/></method>
    </interface>
    <interface name="org.a11y.atspi.Value">
      <property name="MinimumValue" type="d" access="read"/>
      <property name="MaximumValue" type="d" access="read"/>
      <property name="MinimumIncrement" type="d" access="read"/>
      <property name="CurrentValue" type="d" access="readwrite"/>
      <property name="Text" type="s" access="read"/>
    </interface>
    <interface name="org.a11y.atspi.Text">
      <property name="CharacterCount" type="i" access="read"/>
      <property name="CaretOffset" type="i" access="read"/>
      <method name="GetText"><arg type="i"/><arg type="i"/><arg direction="out" type="s"/></method>
      <method name="GetStringAtOffset">
        <arg type="i"/><arg type="u"/>
        <arg direction="out" type="s"/><arg direction="out" type="i"/><arg direction="out" type="i"/>
      </method>
      <method name="GetTextAtOffset">
        <arg type="i"/><arg type="u"/>
        <arg direction="out" type="s"/><arg direction="out" type="i"/><arg direction="out" type="i"/>
      </method>
      <method name="GetCharacterAtOffset"><arg type="i"/><arg direction="out" type="i"/></method>
      <method name="SetCaretOffset"><arg type="i"/><arg direction="out" type="b"/></method>
      <method name="GetNSelections"><arg direction="out" type="i"/></method>
      <method name="GetSelection">
        <arg type="i"/><arg direction="out" type="i"/><arg direction="out" type="i"/>
      </method>
      <method name="GetAttributes">
        <arg type="i"/><arg direction="out" type="a{ss}"/><arg direction="out" type="i"/><arg direction="out" type="i"/>
      </method>
      <method name="GetAttributeRun">
        <arg type="i"/><arg type="b"/>
        <arg direction="out" type="a{ss}"/><arg direction="out" type="i"/><arg direction="out" type="i"/>
      </method>
      <method name="GetDefaultAttributes"><arg direction="out" type="a{ss}"/></method>
      <method name="GetDefaultAttributeSet"><arg direction="out" type="a{ss}"/></method>
    </interface>
    <interface name="org.a11y.atspi.EditableText">
      <method name="SetTextContents"><arg type="s"/><arg direction="out" type="b"/></method>
      <method name="InsertText">
        <arg type="i"/><arg type="s"/><arg type="i"/><arg direction="out" type="b"/>
      </method>
      <method name="DeleteText"><arg type="i"/><arg type="i"/><arg direction="out" type="b"/></method>
    </interface>
    <interface name="org.a11y.atspi.Cache">
      <method name="GetItems"><arg direction="out" type="a((so)(so)(so)iiassusau)"/></method>
    </interface>
    </node>
    """

  /// The interfaces of an object, without their common prefix.
  static func names(of object: AccessibleObject) -> [String] {
    var names = ["Accessible", "Component"]
    if object.isPressable { names.append("Action") }
    if object.value != nil { names.append("Value") }
    if object.text != nil { names += ["Text", "EditableText"] }
    return names
  }

  static let application = ["Accessible", "Application"]
}
