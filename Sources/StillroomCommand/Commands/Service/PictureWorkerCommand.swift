import ArgumentParser
import Imaging
import LocalRecognition

/// The child process of the picture pool; not for people.
struct PictureWorkerCommand: ParsableCommand {
    static let name = "picture-worker"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    func run() throws {
        Self.work()
    }

    static func work() {
        PictureWorker.run(
            inspectors: LocalBarcodes.inspectors + LocalText.inspectors, readable: LocalText.foldersOfInspectors)
    }
}
