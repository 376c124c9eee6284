import Accounts
import Foundation
import Recognition
import Support
import Testing

@Suite("Tokens and their scopes", .tags(.small))
struct AccessTokenTests {
    /// Each scope with what it permits to an owner, a member and a guest.
    static let table: [(TokenScope, owner: Set<Permission>, member: Set<Permission>, guest: Set<Permission>)] = [
        (.read, [.read], [.read], [.read]),
        (.write, [.change], [.change], []),
        (.photographs, [.photograph], [.photograph], [.photograph]),
        (.medicines, [.readMedicines, .changeMedicines], [.readMedicines, .changeMedicines], []),
        (.admin, [.settings, .keys, .export], [.export], []),
    ]

    private func token(
        _ scopes: Set<TokenScope>, expires: Double = 86_400, lastUse: Double? = nil
    ) throws -> AccessToken {
        AccessToken(
            id: try #require(AccessToken.ID("token")), account: try #require(Account.ID("account")), name: "Program",
            scopes: scopes, createdAt: Date(timeIntervalSince1970: 0), expires: Date(timeIntervalSince1970: expires),
            lastUse: lastUse.map(Date.init(timeIntervalSince1970:)))
    }

    @Test("Each scope permits exactly what the table says to each role", arguments: table)
    func scopes(
        scope: TokenScope, owner: Set<Permission>, member: Set<Permission>, guest: Set<Permission>
    ) throws {
        for (role, permissions) in [(Role.owner, owner), (.member, member), (.guest, guest)] {
            #expect(try token([scope]).permissions(as: role) == permissions, "\(role)")
            #expect(TokenScope.useful(to: role).contains(scope) == !permissions.isEmpty, "\(role)")
        }
        for permission in Permission.allCases {
            #expect((TokenScope.with(permission) == scope) == owner.contains(permission), "\(permission)")
        }
    }

    @Test("The table has each scope once")
    func tableIsComplete() { #expect(Self.table.map(\.0) == TokenScope.allCases) }

    @Test("Each set of scopes permits what its scopes permit together, and never more than the role")
    func sets() throws {
        for bits in 0..<(1 << TokenScope.allCases.count) {
            let scopes = Set(TokenScope.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
            for role in Role.allCases {
                let expected = Self.table.filter { scopes.contains($0.0) }.reduce(into: Set<Permission>()) {
                    switch role {
                    case .owner: $0.formUnion($1.owner)
                    case .member: $0.formUnion($1.member)
                    case .guest: $0.formUnion($1.guest)
                    }
                }
                let permissions = try token(scopes).permissions(as: role)
                #expect(permissions == expected, "\(scopes) of a \(role)")
                #expect(permissions.isSubset(of: role.permissions) && !permissions.contains(.people))
            }
        }
        #expect(TokenScope.with(.people) == nil)
    }

    @Test("A token is valid until its end")
    func end() throws {
        let token = try token([.read], expires: 100)
        #expect(token.isValid(at: Date(timeIntervalSince1970: 99)))
        #expect(!token.isValid(at: Date(timeIntervalSince1970: 100)))
    }

    @Test("The first use is stored, then one an hour, and a stored time in the future is replaced")
    func use() throws {
        let now = Date(timeIntervalSince1970: 10_000)
        for (lastUse, isDue) in [
            (nil, true), (10_000, false), (6401, false), (6400, true), (13_599, false), (13_600, true),
        ] as [(Double?, Bool)] {
            #expect(try token([.read], lastUse: lastUse).needsTouch(at: now) == isDue, "\(String(describing: lastUse))")
        }
    }

    @Test("The name of a program follows the rules of names")
    func names() throws {
        #expect(try AccessToken.name("  Home   Assistant ") == "Home Assistant")
        for text in ["", " ", "a\u{0}b", String(repeating: "n", count: 65)] {
            #expect(throws: AccountNameError.self) { try AccessToken.name(text) }
        }
    }
}
