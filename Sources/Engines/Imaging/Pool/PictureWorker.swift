internal import CLinux
import Glibc

/// The child's side: reads orders from one socket and answers them until the socket closes.
///
/// Before the first order the process gives up what a decoder does not need: writing files, opening many, growing
/// without bound. A fault in a codec then costs one picture.
package enum PictureWorker {
    /// Where the parent leaves the socket.
    package static let descriptor: Int32 = 3
    /// How much this process may grow while it works, bytes.
    static let memory = 768 << 20

    /// `inspectors` are those that an order may name.
    package static func run(inspectors: [PictureInspector] = []) {
        _ = stillroom_isolate()
        guard (try? Vips.start.get()) != nil else { exit(78) }
        // libvips' just-in-time compiler (ORC) tries a file first and memory then; being refused must not be the end.
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
