import Accounts
import Support
import Testing

@Suite("Roles and permissions", .tags(.small))
struct RoleTests {
    /// Each permission with what owner, member and guest may do.
    static let table: [(Permission, owner: Bool, member: Bool, guest: Bool)] = [
        (.read, true, true, true),
        (.change, true, true, false),
        (.photograph, true, true, true),
        (.readMedicines, true, true, false),
        (.changeMedicines, true, true, false),
        (.settings, true, false, false),
        (.keys, true, false, false),
        (.people, true, false, false),
        (.export, true, true, false),
    ]

    @Test("Each role has exactly the permissions of the table", arguments: table)
    func permissions(permission: Permission, owner: Bool, member: Bool, guest: Bool) {
        for (role, isAllowed) in [(Role.owner, owner), (.member, member), (.guest, guest)] {
            #expect(role.permits(permission) == isAllowed, "\(role)")
            #expect(role.permissions.contains(permission) == isAllowed, "\(role)")
        }
    }

    @Test("The table has each permission and each role once")
    func tableIsComplete() {
        #expect(Self.table.map(\.0) == Permission.allCases)
        #expect(Role.allCases == [.owner, .member, .guest])
    }

    @Test("Only an owner may grant a role, and may grant each")
    func granting() {
        for role in Role.allCases {
            #expect(Role.owner.mayGrant(role))
            #expect(!Role.member.mayGrant(role) && !Role.guest.mayGrant(role))
        }
    }
}
