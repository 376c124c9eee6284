import CLinux
import Foundation

@testable import Connectivity

/// A network namespace for one test: two interfaces, `still0` and `still1`, each with the other end of its cable
/// (`far0`, `far1`), all switched on. Its name is removed with this value, the namespace itself with the last socket
/// opened inside.
final class Namespace: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let name: String

    /// Whether this process may create a namespace; that requires root and iproute2.
    static let isPermitted = (try? Namespace(label: "probe")) != nil

    init(label: String) throws {
        name = "stillroom-\(getpid())-\(label)"
        try Self.run("netns add \(name)")
        try change(
            "link set lo up",
            "link add still0 type veth peer name far0", "link add still1 type veth peer name far1",
            "addr add 192.0.2.1/24 dev still0", "addr add 198.51.100.1/24 dev still1",
            "link set far0 up", "link set far1 up", "link set still0 up", "link set still1 up")
    }

    deinit { try? Self.run("netns del \(name)") }

    /// Runs commands of `ip` in order in one process.
    func change(_ commands: String...) throws {
        try change(commands)
    }

    func change(_ commands: [String]) throws {
        try Self.run("-n \(name) -batch -", input: commands.joined(separator: "\n") + "\n")
    }

    /// Runs `work` on a thread inside this namespace. Sockets that it opens stay in the namespace.
    func inside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [name] in
                continuation.resume(
                    with: Result {
                        let descriptor = open("/run/netns/\(name)", O_RDONLY | O_CLOEXEC)
                        defer { close(descriptor) }
                        guard setns(descriptor, 0x4000_0000 /* CLONE_NEWNET */) == 0 else {
                            throw Failure(description: "setns: \(String(cString: strerror(errno)))")
                        }
                        return try work()
                    })
            }
        }
    }

    private static func run(_ arguments: String, input: String = "") throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ip"] + arguments.split(separator: " ").map(String.init)
        let (commands, complaints) = (Pipe(), Pipe())
        process.standardInput = commands
        process.standardError = complaints
        try process.run()
        try commands.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try commands.fileHandleForWriting.close()
        let complaint = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "ip \(arguments): " + String(decoding: complaint, as: UTF8.self))
        }
    }
}
