import Foundation
import Glibc
import Support

// A program with the stubs of Pl@ntNet, Trefle, the notice services, Google Vision, chat completions, Open Food Facts
// and Robotoff, for journeys. The server under test uses the stubs, and pytest controls them with /_stub,
// /_stub/trefle, /_stub/post, /_stub/vision, /_stub/chat and /_stub/food.

struct Options {
    var address = "127.0.0.1"
    var port: UInt16 = 0
    var readyFile: String?
    var fixtures = Fixture.path("PlantNet")
    var key = "stub-key"
    var token = "stub-token"
    var visionKey = "stub-vision-key"
    var mode = TrefleStub.Mode.normal

    private static let modes = TrefleStub.Mode.allCases.map(\.rawValue).joined(separator: ", ")

    static let help = """
        stub-service: stands in for Pl@ntNet (/v2/…), Trefle (/api/v1/…), a push service of browsers (/_push/<device>),
        an ntfy server (/_ntfy), a webhook (/_hook), Google Vision (/v1/images:…) and chat completions
        (/v1/chat/completions, /v1/models), on one port, and for Open Food Facts and Robotoff, each on a port of its own
        that GET /_stub/food tells, until SIGTERM or SIGINT

          --address A        where to listen: 127.0.0.1
          --port N           the port: 0, any that is free
          --ready-file F     a file that holds the address while the stubs can be reached
          --fixtures D       the folder with Pl@ntNet's canned answers: Tests/Fixtures/PlantNet
          --key K            the key that Pl@ntNet takes: stub-key
          --trefle-token T   the token that Trefle takes, as "Authorization: Bearer T": stub-token
          --vision-key K     the key that Google Vision takes, as "x-goog-api-key: K": stub-vision-key
          --trefle-mode M    how Trefle answers at first: normal
          --help             this text

        While it runs: POST and GET /_stub set Pl@ntNet up and say what it saw, POST and GET /_stub/trefle the same of
        Trefle, POST, GET and DELETE /_stub/post the same of those who tell people, with a ledger of what reached them;
        what can be set stands in Tests/Support/PlantNet/PlantNetStub+control.swift, TrefleStub+control.swift and
        PushStub+control.swift. POST, GET and DELETE /_stub/food the same of Open Food Facts and Robotoff, with a ledger
        of the answers they got: FoodStub+control.swift and FoodStub+telling.swift. POST, GET and DELETE /_stub/vision
        the same of Google Vision: VisionStub+control.swift. POST, GET and DELETE /_stub/chat the same of chat completions,
        with every body that came: ChatStub+control.swift.
        Modes of Trefle: \(modes).

        """

    init(_ arguments: [String]) {
        var words = arguments[...]
        while let name = words.popFirst() {
            if name == "--help" {
                FileHandle.standardOutput.write(Data(Self.help.utf8))
                exit(0)
            }
            guard let value = words.popFirst() else { end("\(name) wants a value") }
            switch name {
            case "--address": address = value
            case "--port":
                guard let number = UInt16(value) else { end("\(value) is not a port") }
                port = number
            case "--ready-file": readyFile = value
            case "--fixtures": fixtures = value
            case "--key": key = value
            case "--trefle-token": token = value
            case "--vision-key": visionKey = value
            case "--trefle-mode":
                guard let named = TrefleStub.Mode(rawValue: value) else {
                    end("\(value) is not a mode of Trefle: \(Self.modes)")
                }
                mode = named
            default: end("\(name) is not an option; see --help")
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

// Signals are blocked before the first thread starts, so that all threads block them and only sigwait below receives
// them.
var signals = sigset_t()
unsafe sigemptyset(&signals)
unsafe sigaddset(&signals, SIGTERM)
unsafe sigaddset(&signals, SIGINT)
unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

let plantNet = PlantNetStub(key: options.key, fixtures: options.fixtures)
let trefle = TrefleStub(token: options.token)
let push = PushStub()
let chat = ChatStub()
let vision = VisionStub(key: options.visionKey)
trefle.mode = options.mode
let food: FoodStubPorts
let server: StubServer
do {
    food = try FoodStubPorts(FoodStub(), address: options.address)
    // The server keeps no records, because the stubs have their own.
    server = try StubServer(address: options.address, port: options.port, records: false) {
        [plantNet, trefle, push, vision, food, chat] request in
        if ChatStub.isControl(request) { return chat.control(request) }
        if ChatStub.isOwn(request) { return chat.reply(to: request) }
        if FoodStub.isControl(request) { return food.control(request) }
        if PushStub.isControl(request) { return push.control(request) }
        if PushStub.isOwn(request) { return push.reply(to: request) }
        if VisionStub.isControl(request) { return vision.control(request) }
        if VisionStub.isOwn(request) { return vision.reply(to: request) }
        if TrefleStub.isControl(request) { return trefle.control(request) }
        if TrefleStub.isOwn(request) { return trefle.reply(to: request) }
        return PlantNetStub.isControl(request) ? plantNet.control(request) : plantNet.reply(to: request)
    }
    // Written atomically, because the waiting process reads the file at once.
    if let file = options.readyFile {
        try Data((server.url + "\n").utf8).write(to: URL(filePath: file), options: .atomic)
    }
} catch {
    end("\(error)")
}

var signal: Int32 = 0
unsafe sigwait(&signals, &signal)
server.stop()
food.stop()
if let file = options.readyFile { try? FileManager.default.removeItem(atPath: file) }
