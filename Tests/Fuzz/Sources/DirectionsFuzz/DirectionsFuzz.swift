import Directions

/// Reads any bytes: nothing may trap, and the invariants of every reading must hold.
private func read(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    let directions = DirectionsReader.read(text)
    let length = text.unicodeScalars.count
    for span in directions.spans.map(\.span) + directions.unread + directions.flags.compactMap(\.span) {
        precondition(span.start >= 0 && span.end <= length && !span.isEmpty, "a place outside the text")
    }
    precondition(directions.status != .refuse || directions.clauses.isEmpty, "refused with a dose")
    precondition(directions.status != .ok || directions.unread.isEmpty, "read whole with something unread")
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager gives the entry point of a command this name; otherwise libFuzzer's own is not linked.
@_cdecl("DirectionsFuzz_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments) { read($0, $1) }
}
