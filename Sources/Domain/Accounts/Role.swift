/// The role of an account in a household.
package enum Role: String, Sendable, Hashable, CaseIterable {
    case owner, member, guest

    /// Returns whether the role allows it. This is the only table of roles and permissions.
    ///
    /// | | owner | member | guest |
    /// |---|---|---|---|
    /// | read, photograph | yes | yes | yes |
    /// | change, readMedicines, changeMedicines, export | yes | yes | no |
    /// | settings, keys, people | yes | no | no |
    package func permits(_ permission: Permission) -> Bool {
        switch permission {
        case .read, .photograph: true
        case .change, .readMedicines, .changeMedicines, .export: self != .guest
        case .settings, .keys, .people: self == .owner
        }
    }

    /// All permissions of the role.
    package var permissions: Set<Permission> { Set(Permission.allCases.filter(permits)) }

    /// Returns whether an account with this role may give `role` to another account: only a role without a permission
    /// that this role does not have.
    package func mayGrant(_ role: Role) -> Bool {
        permits(.people) && role.permissions.isSubset(of: permissions)
    }
}

/// Something that a role allows or not.
package enum Permission: String, Sendable, Hashable, CaseIterable {
    /// To see everything except medicines.
    case read
    /// To change plants, chores and the larder.
    case change
    /// To take and identify photographs.
    case photograph
    case readMedicines = "read-medicines"
    /// To change medicines, and to log doses.
    case changeMedicines = "change-medicines"
    /// To change the settings of the household and of its services.
    case settings
    /// To set the keys and tokens of services.
    case keys
    /// To invite and remove people, to change roles, and to read the log of sensitive acts.
    case people
    /// To export data.
    case export
}
