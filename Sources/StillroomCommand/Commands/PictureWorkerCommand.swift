import ArgumentParser
import Imaging

/// The child process of the picture pool; nothing for people.
struct PictureWorkerCommand: ParsableCommand {
    static let name = "picture-worker"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    func run() throws {
        PictureWorker.run()
    }
}
