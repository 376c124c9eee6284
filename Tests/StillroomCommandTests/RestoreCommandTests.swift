import Foundation
import Glibc
import Support
import Testing

@testable import StillroomCommand

@Suite("The restore command", .tags(.medium))
struct RestoreCommandTests {
    @Test("Only the owner of the data folder restores it, so that the server can read what comes back")
    func owner() throws {
        let folder = try Fixture.Folder()
        #expect(throws: Never.self) { try RestoreCommand.checkOwner(of: folder.path) }
        let error = #expect(throws: CommandFailure.self) {
            try RestoreCommand.checkOwner(of: folder.path, user: geteuid() + 1)
        }
        #expect(error?.status == .configuration)
        #expect(error?.hint?.contains("sudo -u") == true)
        #expect(throws: Never.self) { try RestoreCommand.checkOwner(of: folder.path + "/none", user: geteuid() + 1) }
    }
}
