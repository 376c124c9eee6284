package import Accounts

/// What the signed-in person of the current task may do. Each verb that changes something asks at its door, so that a page
/// or a route that forgot to ask changes nothing ([decision 79](../../../Docs/decisions/0079-verbs-ask-for-the-permission-themselves.md)).
///
/// A task without a person may do everything: a command, the work in the background, a household without accounts, and
/// links whose secret is the permission.
package enum ActingPerson {
    /// Nil without a person.
    @TaskLocal package static var permissions: Set<Permission>?

    /// Throws `notPermitted` if there is a person who has none of these permissions.
    static func require(_ permission: Permission, or other: Permission? = nil) throws {
        guard let permissions else { return }
        guard permissions.contains(permission) || other.map(permissions.contains) == true else {
            throw HouseholdError.notPermitted
        }
    }
}
