import Foundation
import Imaging
import LocalRecognition

/// `barcodes-bench` measures the time for a photograph of twelve megapixels, with generated pictures;
/// `barcodes-bench FOLDER` reports the results for the pictures in the folder's labels.csv.
@main
struct Main {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "picture-worker": PictureWorker.run(inspectors: LocalBarcodes.inspectors)
        case let folder?: try await Rates(folder: folder).report()
        case nil: try await Times().report()
        }
    }

    /// A pool with one child process, which runs this program.
    static func pictures() -> PicturePool {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false)
        let pictures = PicturePool(size: 1, settings: .init(command: [program, "picture-worker"]))
        pictures.warmUp()
        return pictures
    }
}
