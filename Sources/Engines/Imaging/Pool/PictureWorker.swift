internal import CLinux
import Glibc

/// The child's side: reads orders from a socket and answers them until the socket is closed.
///
/// Before the first order the process gives up rights that a decoder does not need: files outside the system's libraries,
/// writing, new processes, connections, unlimited memory. A fault in a codec then affects one picture. A right that the
/// kernel cannot take away stays.
package enum PictureWorker {
    /// The descriptor at which the parent leaves the socket.
    package static let descriptor: Int32 = 3
    /// The maximum growth of this process's memory while it works, in bytes.
    static let memory = 768 << 20

    /// `inspectors` are the inspectors that an order may name; `readable` are the folders that they read.
    package static func run(inspectors: [PictureInspector] = [], readable: [String] = []) {
        // An open file stays readable; this one always shows the present size.
        let size = fopen("/proc/self/statm", "r")
        _ = stillroom_isolate()
        // Before the second thread, because the rule is not for threads that exist.
        closeFiles(but: readable + foldersOfLibraries())
        guard (try? Vips.start.get()) != nil else { exit(78) }
        // libvips' just-in-time compiler (ORC) first tries a file and then memory; the refusal of the file must not end
        // the process.
        signal(SIGXFSZ, SIG_IGN)
        stillroom_confine(addressSpaceInUse(size) + memory)
        _ = stillroom_close_calls()
        let channel = PictureChannel(descriptor: descriptor)
        while let (message, file) = try? channel.receiveWithFile() {
            let result: Result<Prepared, ImagingError>
            if let order = try? PictureOrder(decoding: message, isAttached: file != nil) {
                stillroom_allow_processor(order.processorSeconds)
                result = Result { () throws(ImagingError) in
                    try Picture.prepare(
                        file ?? PictureBytes(order.picture), as: order.preparation, within: order.limits,
                        inspectors: inspectors)
                }
            } else {
                result = .failure(ImagingError(.unavailable, during: "order", "The order could not be read."))
            }
            guard (try? channel.send(PictureReply.encoded(result), before: nil)) != nil else { return }
        }
    }

    private static func closeFiles(but folders: [String]) {
        let names = folders.map { strdup($0) }
        defer { for name in names { free(name) } }
        _ = stillroom_close_files(names.map { UnsafePointer($0) }, names.count)
    }

    /// The folders of the program and of its libraries: some libraries load more from there when they are first used.
    private static func foldersOfLibraries() -> [String] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var folders: Set<String> = []
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 10 && $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard text.contains(" r-xp "), let path = text.firstIndex(of: "/"), let slash = text.lastIndex(of: "/")
            else {
                continue
            }
            folders.insert(String(text[path..<slash]))
        }
        return folders.filter { !$0.isEmpty }
    }

    /// Returns the size that the first line of `file` has in pages, in bytes, and closes the file.
    private static func addressSpaceInUse(_ file: UnsafeMutablePointer<FILE>?) -> Int {
        guard let file else { return 1 << 30 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 1 << 30 }
        let pages = String(decoding: line.prefix { $0 != 32 && $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (Int(pages) ?? 1 << 18) * sysconf(Int32(_SC_PAGESIZE))
    }
}
