import Foundation
import Glibc

/// A measured program.
final class Child {
    let identifier: pid_t
    private let began: ContinuousClock.Instant
    private let output: Int32?

    struct End {
        let milliseconds: Double
        /// The time to the first byte of output; nil if the output is not read or empty.
        let millisecondsToOutput: Double?
        let output: [UInt8]
    }

    /// Starts `command`, whose program is found in PATH; the output is read from a pipe or discarded.
    init(_ command: [String], readsOutput: Bool = false, showsErrors: Bool = true) throws {
        var ends: [Int32] = [-1, -1]
        if readsOutput {
            guard pipe(&ends) == 0 else { throw Trouble("no pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if readsOutput {
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        if !showsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        let arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        began = .now
        let status = posix_spawnp(&child, command[0], &actions, nil, arguments, environ)
        if readsOutput { close(ends[1]) }
        guard status == 0 else { throw Trouble("\(command[0]): \(String(cString: strerror(status)))") }
        identifier = child
        output = readsOutput ? ends[0] : nil
    }

    /// Waits for the end; calls `meanwhile` every few milliseconds.
    ///
    /// Throws if the program failed; exit status 1 is Stillroom's "nothing was named" and not a failure.
    func finish(meanwhile: (() -> Void)? = nil) throws -> End {
        var bytes: [UInt8] = []
        var toOutput: Double?
        if let output {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(output, &buffer, buffer.count), count > 0 {
                if toOutput == nil { toOutput = elapsed }
                bytes += buffer.prefix(count)
            }
            close(output)
        }
        var status: Int32 = 0
        while waitpid(identifier, &status, meanwhile == nil ? 0 : WNOHANG) == 0 {
            meanwhile?()
            usleep(2000)
        }
        let end = End(milliseconds: elapsed, millisecondsToOutput: toOutput, output: bytes)
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : -1
        guard code == 0 || code == 1 else { throw Trouble("the program under measurement ended with \(status)") }
        return end
    }

    /// Terminates the program and waits for its end.
    func terminate() {
        kill(identifier, SIGTERM)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    private var elapsed: Double { (.now - began) / .milliseconds(1) }
}

/// Reads /proc.
enum Processes {
    /// All living descendants of a process.
    static func family(of parent: pid_t) -> [pid_t] {
        var children: [pid_t: [pid_t]] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let identifier = pid_t(name), let stat = text("/proc/\(name)/stat"),
                let fields = stat.split(separator: ") ").last?.split(separator: " "), fields.count > 1,
                let parent = pid_t(fields[1])
            else { continue }
            children[parent, default: []].append(identifier)
        }
        var family: [pid_t] = []
        var left = [parent]
        while let next = left.popLast() {
            let own = children[next] ?? []
            family += own
            left += own
        }
        return family
    }

    /// The resident memory in MB.
    static func resident(_ process: pid_t) -> Double { status(process, "VmRSS:") ?? 0 }

    /// The peak resident memory in MB.
    static func peak(_ process: pid_t) -> Double { status(process, "VmHWM:") ?? 0 }

    /// The private memory in MB: pages that are not from a file.
    static func unshared(_ process: pid_t) -> Double { status(process, "RssAnon:") ?? 0 }

    private static func status(_ process: pid_t, _ field: String) -> Double? {
        guard let line = text("/proc/\(process)/status")?.split(separator: "\n").first(where: { $0.hasPrefix(field) })
        else { return nil }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 / 1024 }
    }

    private static func text(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}

/// Samples the peak memory of a program and of all its children.
final class MemoryWatch {
    private let process: pid_t
    private var peaks: [pid_t: Double] = [:]
    private var unshared: [pid_t: Double] = [:]
    private(set) var own = 0.0

    init(_ process: pid_t) {
        self.process = process
    }

    /// The sum of the children's peaks; shared pages count once per child.
    var children: Double { peaks.values.reduce(0, +) }

    /// The program's peak plus the children's private memory: they run the same files, whose pages exist once.
    var together: Double { own + unshared.values.reduce(0, +) }

    func look() {
        own = max(own, Processes.peak(process))
        for child in Processes.family(of: process) {
            peaks[child] = max(peaks[child] ?? 0, Processes.peak(child))
            unshared[child] = max(unshared[child] ?? 0, Processes.unshared(child))
        }
    }
}
