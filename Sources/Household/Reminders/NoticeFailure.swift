import Messages

/// The reasons why a notice or a channel failed. They are stored in English, whatever the language of the person whose
/// request caused them.
package enum NoticeFailure {
    static let unreadableChannel = "The channel cannot be read. Remove it, and add it again."
    static let noTransport = "This server cannot send to this channel."
    static let notSent = "It could not be sent."

    /// Returns a stored reason in the language of the current task; in English if it has no translation.
    package static func words(_ stored: String) -> String {
        guard stored.hasSuffix(Notice.doubt) else { return translated(stored) }
        var reason = stored.dropLast(Notice.doubt.count)
        if reason.hasSuffix(" ") { reason.removeLast() }
        let doubt = localized("The notification may have arrived.")
        return reason.isEmpty ? doubt : "\(translated(String(reason))) \(doubt)"
    }

    private static func translated(_ reason: String) -> String {
        switch reason {
        case Self.unreadableChannel: localized("The channel cannot be read. Remove it, and add it again.")
        case Self.noTransport: localized("This server cannot send to this channel.")
        case Self.notSent: localized("It could not be sent.")
        // Of a transport.
        default: Localization.current.pattern(reason)
        }
    }
}
