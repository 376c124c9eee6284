import Compression
import Web

extension BodyCompressor {
    /// Compresses with zlib.
    static let gzip = BodyCompressor { level in
        let stream = try GzipStream(level: level)
        return { part, flush in
            switch flush {
            case .none: try stream.add(part, .none)
            case .readable: try stream.add(part, .readable)
            case .end: try stream.add(part, .end)
            }
        }
    }
}
