import Foundation
import Glibc
import Support

// The stub of Pl@ntNet as a program, for journeys: a child process speaks to it, and pytest sets it up by /_stub.

struct Options {
    var address = "127.0.0.1"
    var port: UInt16 = 0
    var readyFile: String?
    var fixtures = Fixture.path("PlantNet")
    var key = "stub-key"

    init(_ arguments: [String]) {
        var words = arguments[...]
        while let name = words.popFirst() {
            guard let value = words.popFirst() else { end("\(name) wants a value") }
            switch name {
            case "--address": address = value
            case "--port":
                guard let number = UInt16(value) else { end("\(value) is not a port") }
                port = number
            case "--ready-file": readyFile = value
            case "--fixtures": fixtures = value
            case "--key": key = value
            default: end("\(name) is not an option: --address, --port, --ready-file, --fixtures, --key")
            }
        }
    }
}

func end(_ message: String) -> Never {
    FileHandle.standardError.write(Data("stub-service: \(message)\n".utf8))
    exit(1)
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
guard FileManager.default.fileExists(atPath: options.fixtures + "/rose.json") else {
    end("no canned answers in \(options.fixtures)")
}

// Blocked before any thread begins, so that every thread blocks them and sigwait below is the one to get them.
var signals = sigset_t()
unsafe sigemptyset(&signals)
unsafe sigaddset(&signals, SIGTERM)
unsafe sigaddset(&signals, SIGINT)
unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

let stub = PlantNetStub(key: options.key, fixtures: options.fixtures)
let server: StubServer
do {
    // What is recorded twice would be kept twice: the stub has its own record of uploads.
    server = try StubServer(address: options.address, port: options.port, records: false) { [stub] request in
        PlantNetStub.isControl(request) ? stub.control(request) : stub.reply(to: request)
    }
    // Whole or not there at all: whoever waits for the file reads it at once.
    if let file = options.readyFile {
        try Data((server.url + "\n").utf8).write(to: URL(filePath: file), options: .atomic)
    }
} catch {
    end("\(error)")
}

var signal: Int32 = 0
unsafe sigwait(&signals, &signal)
server.stop()
if let file = options.readyFile { try? FileManager.default.removeItem(atPath: file) }
