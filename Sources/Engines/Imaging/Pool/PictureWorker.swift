internal import CLinux
import Glibc

/// The child's side: reads orders from a socket and answers them until the socket is closed.
///
/// Before the first order the process gives up rights that a decoder does not need: writing files, opening many files,
/// unlimited memory. A fault in a codec then affects one picture.
package enum PictureWorker {
    /// The descriptor at which the parent leaves the socket.
    package static let descriptor: Int32 = 3
    /// The maximum growth of this process's memory while it works, in bytes.
    static let memory = 768 << 20

    /// `inspectors` are the inspectors that an order may name.
    package static func run(inspectors: [PictureInspector] = []) {
        _ = stillroom_isolate()
        guard (try? Vips.start.get()) != nil else { exit(78) }
        // libvips' just-in-time compiler (ORC) first tries a file and then memory; the refusal of the file must not end
        // the process.
        signal(SIGXFSZ, SIG_IGN)
        stillroom_confine(addressSpaceInUse() + memory)
        let channel = PictureChannel(descriptor: descriptor)
        while let message = try? channel.receive(before: nil) {
            let result: Result<Prepared, ImagingError>
            if let order = try? PictureOrder(decoding: message) {
                stillroom_allow_processor(order.processorSeconds)
                result = Result { () throws(ImagingError) in
                    try Picture.prepare(
                        order.picture, as: order.preparation, within: order.limits, inspectors: inspectors)
                }
            } else {
                result = .failure(ImagingError(.unavailable, during: "order", "The order could not be read."))
            }
            guard (try? channel.send(PictureReply.encoded(result), before: nil)) != nil else { return }
        }
    }

    private static func addressSpaceInUse() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 1 << 30 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 1 << 30 }
        let pages = String(decoding: line.prefix { $0 != 32 && $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (Int(pages) ?? 1 << 18) * sysconf(Int32(_SC_PAGESIZE))
    }
}
