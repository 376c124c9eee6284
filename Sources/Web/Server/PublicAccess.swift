/// What answers under the public name of the server.
package enum PublicAccess: String, Sendable, Hashable, CaseIterable {
    /// Only addresses that contain a secret: links of notices, private calendars and pages of guests.
    case links
    /// The whole household behind sign-in, over https.
    case house
}
