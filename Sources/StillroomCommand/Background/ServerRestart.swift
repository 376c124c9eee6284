import Foundation
import Glibc
import Synchronization

/// A server that starts itself again: the services stop as at SIGTERM, and then the program replaces itself (`execv`). The
/// process keeps its number, so what supervises it notices nothing; its locks and connections end.
final class ServerRestart: Sendable {
    private let isAsked = Mutex(false)
    private let asked: AsyncStream<Void>
    private let asking: AsyncStream<Void>.Continuation

    init() { (asked, asking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var isRequested: Bool { isAsked.withLock(\.self) }

    func request() {
        isAsked.withLock { $0 = true }
        asking.yield()
    }

    /// Returns when a restart is requested, or the task is cancelled.
    func wait() async {
        for await _ in asked { return }
    }

    /// Ends the decoders: the new program starts its own, and does not know of these.
    private static func endChildren() {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        for task in tasks {
            let bytes = FileManager.default.contents(atPath: "/proc/self/task/\(task)/children") ?? Data()
            for child in String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap({ pid_t($0) }) {
                kill(child, SIGKILL)
                var status: Int32 = 0
                unsafe waitpid(child, &status, 0)
            }
        }
    }

    /// Replaces the program by itself, with the same arguments. Returns only if that fails: then why.
    static func perform() -> String {
        // What this process set for signals would hold for the new program, too.
        for signal in [SIGTERM, SIGINT, SIGHUP] { Glibc.signal(signal, SIG_DFL) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        endChildren()
        // No file or socket of this process stays open in the new one, except a socket of the service manager.
        let isPassed = PassedSocket.count() > 0
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in names.compactMap(Int32.init) where descriptor > 2 {
            let stays = isPassed && descriptor == PassedSocket.descriptor
            _ = fcntl(descriptor, F_SETFD, stays ? 0 : FD_CLOEXEC)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe CommandLine.arguments.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        // After an upgrade the program of this process is removed, and another one is at its path.
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let removed = " (deleted)"
        unsafe execv(path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : "/proc/self/exe", &arguments)
        return unsafe String(cString: strerror(errno))
    }
}
