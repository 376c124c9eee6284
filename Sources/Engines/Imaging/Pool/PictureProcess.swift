internal import CLinux
import Glibc

/// One child process and the socket to it.
final class PictureProcess {
    let channel: PictureChannel
    private let identifier: pid_t
    private(set) var orders = 0

    /// The child gets only these variables, because a decoder must not have the server's keys and tokens in memory.
    /// OpenMP reads its limit before the child's first line runs: one picture has one thread.
    private static let environment = [
        "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "OMP_THREAD_LIMIT=1",
        "MALLOC_ARENA_MAX=1",
    ]

    /// Variables of the operator that tell an inspector the location of its data; the child gets them too.
    private static var named: [String] {
        ["TESSDATA_PREFIX", "STILLROOM_TEXT_MODELS"].compactMap { name in
            getenv(name).map { name + "=" + String(cString: $0) }
        }
    }

    /// `command` is a program and its arguments. The child inherits only the socket, at descriptor 3.
    init(_ command: [String]) throws(ImagingError) {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
            throw Self.unavailable("socketpair")
        }
        defer { close(sockets[1]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Duplicates through 200, so that the copy is made (and stays open) even if the socket's own number is 3.
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 200)
        posix_spawn_file_actions_adddup2(&actions, 200, PictureWorker.descriptor)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, PictureWorker.descriptor + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Control-C at the terminal goes only to the parent, which then ends its children in order.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

        let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] =
            (Self.environment + Self.named).map { strdup($0) } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, command[0], &actions, &attributes, arguments, environment)
        guard status == 0 else {
            close(sockets[0])
            throw Self.unavailable("posix_spawn \(command[0]): \(String(cString: strerror(status)))")
        }
        identifier = child
        channel = PictureChannel(descriptor: sockets[0])
    }

    /// Ends the child, whatever its state.
    deinit {
        close(channel.descriptor)
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    func perform(
        _ head: [UInt8], _ picture: [UInt8], _ preparation: Preparation, before deadline: ContinuousClock.Instant
    ) throws(ImagingError)
        -> Prepared
    {
        orders += 1
        let reply: [UInt8]
        var file: Int32 = -1
        defer {
            if file >= 0 {
                ftruncate(file, 0)
                close(file)
            }
        }
        do throws(PictureChannel.Failure) {
            try channel.send(head, with: picture, as: &file, before: deadline)
            reply = try channel.receive(before: deadline)
        } catch {
            switch error {
            case .deadline:
                throw ImagingError(
                    .tookTooLong, during: "decode", "The picture took too long to read, so it is refused.")
            case .closed:
                throw ImagingError(
                    .decoderDied, during: "decode",
                    "The picture needs more memory or time than it may have, so it is refused.")
            }
        }
        guard let result = try? PictureReply.decode(reply) else {
            throw ImagingError(.decoderDied, during: "reply", "The picture could not be read.")
        }
        let prepared = try result.get()
        // A decoder that was taken over by a malicious picture may send any answer; an answer that does not match the
        // order is discarded.
        let count = preparation.pixels.map { $0.width * $0.height * 3 } ?? 0
        guard prepared.pixels.count == count, prepared.renditions.count == preparation.renditions.count,
            prepared.width > 0, prepared.height > 0,
            prepared.findings.count <= (preparation.inspector == nil ? 0 : PictureInspector.maximumReportLength)
        else { throw ImagingError(.decoderDied, during: "reply", "The picture could not be read.") }
        return prepared
    }

    private static func unavailable(_ operation: String) -> ImagingError {
        ImagingError(.unavailable, during: operation, "Pictures cannot be read at the moment: \(operation).")
    }
}
