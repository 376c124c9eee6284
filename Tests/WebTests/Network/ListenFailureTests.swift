import Contracts
import Foundation
import Household
import Hummingbird
import Logging
import NIOCore
import Support
import Testing

@testable import Web

@Suite("A server that cannot listen", .tags(.medium))
struct ListenFailureTests {
    private struct BindError: Error, CustomStringConvertible {
        let description = "bind: Address already in use (errno: 98)"
    }

    private func server(port: Int) throws -> WebServer {
        try WebServer(
            .drawn(), settings: .init(port: port), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("The error number decides whether the port is taken, forbidden or not of this machine")
    func numbers() {
        #expect(ListenFailure(IOError(errnoCode: EADDRINUSE, reason: "x")) == .addressInUse)
        #expect(ListenFailure(IOError(errnoCode: EACCES, reason: "errno: 98")) == .permissionDenied)
        #expect(ListenFailure(IOError(errnoCode: EADDRNOTAVAIL, reason: "x")) == .addressNotAvailable)
        #expect(ListenFailure(IOError(errnoCode: EPIPE, reason: "errno: 98")) == nil)
        #expect(ListenFailure(BindError()) == nil)
    }

    @Test("Starting a second server on the same port reports that the address is in use")
    func taken() async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let first = try server(port: 0).application { found.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.run() }
            var waiting = ports.makeAsyncIterator()
            let port = try #require(await waiting.next())
            let second = try server(port: port).application { _ in Issue.record("two servers at one port") }
            let failure = await #expect(throws: (any Error).self) { try await second.run() }
            #expect(try ListenFailure(#require(failure)) == .addressInUse)
            group.cancelAll()
            while let end = await group.nextResult() { _ = end }
        }
    }
}
