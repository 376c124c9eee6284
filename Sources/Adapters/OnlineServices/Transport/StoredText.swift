import Messages

/// Makes a text that is stored, so always in English: it must not depend on the language of the person whose request caused
/// it. The catalogues have its translation for where it is shown.
func storedText<Value>(_ make: () throws -> Value) rethrows -> Value {
    try Localization.$current.withValue(.english) { try make() }
}
