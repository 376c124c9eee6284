import Support
import Testing
import Web

@testable import StillroomCommand

@Suite("The serve command", .tags(.small))
struct ServeTests {
    @Test("If the server cannot listen, the error suggests another port or another address")
    func listening() {
        let taken = Serve.failure(.addressInUse, host: "127.0.0.1", port: 8180)
        #expect(taken.status == .unavailable && taken.message == "Port 8180 is taken.")
        let forbidden = Serve.failure(.permissionDenied, host: "127.0.0.1", port: 80)
        #expect(forbidden.status == .configuration && forbidden.message.contains("port 80"))
        #expect(forbidden.hint?.contains("1024") == true)
        let absent = Serve.failure(.addressNotAvailable, host: "127.9.9.9", port: 8180)
        #expect(absent.status == .configuration && absent.message.contains("127.9.9.9"))
    }
}
