import Foundation
import Imaging
import LocalRecognition

/// `barcodes-bench` measures how long a photograph of twelve megapixels takes, on pictures it makes itself;
/// `barcodes-bench FOLDER` tells what is read of the pictures that the folder's labels.csv names.
@main
struct Main {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "picture-worker": PictureWorker.run(inspectors: LocalBarcodes.inspectors)
        case let folder?: try await Rates(folder: folder).report()
        case nil: try await Times().report()
        }
    }

    /// One child process, this program itself.
    static func pictures() -> PicturePool {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false)
        return PicturePool(size: 1, settings: .init(command: [program, "picture-worker"]), warm: true)
    }
}
