import Accounts
import ArgumentParser
import Foundation
import Household
import Imaging
import Logging
import Recognition
import Support
import Testing
import Web

@testable import StillroomCommand

@Suite("Settings of the command", .tags(.small))
struct SettingsTests {
    private func read(
        _ flags: [Settings.Key: String] = [:], _ environment: [String: String] = [:]
    ) async throws -> Settings {
        var environment = environment
        environment["HOME"] = "/home/somebody"
        return try await Settings.read(flags: flags, environment: environment)
    }

    @Test("Settings that are not given have their default values")
    func defaults() async throws {
        let settings = try await read()
        #expect(settings.dataDirectory == "/home/somebody/.local/share/stillroom")
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8180)
        #expect(settings.policy.likelyAbove == 0.7)
        #expect(settings.now == nil)
    }

    @Test("A flag overrides the environment, the environment the file, and the file the default")
    func precedence() async throws {
        let folder = try Fixture.Folder()
        let file = folder.path + "/config.json"
        try Data(#"{"server": {"port": 1111}, "recognition": {"likely-above": 0.8}, "log": {"level": "debug"}}"#.utf8)
            .write(to: URL(filePath: file))
        var environment = ["STILLROOM_CONFIG": file]
        var settings = try await read([:], environment)
        #expect(settings.port == 1111)
        #expect(settings.policy.likelyAbove == 0.8)
        #expect(settings.logLevel == .debug)
        environment["STILLROOM_SERVER_PORT"] = "2222"
        settings = try await read([:], environment)
        #expect(settings.port == 2222)
        #expect(try await read([.command(.port): "3333"], environment).port == 3333)
    }

    @Test("Names are in kebab-case", arguments: Settings.Key.allCases)
    func kebabCase(key: Settings.Key) {
        #expect(key.name.wholeMatch(of: /[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)*/) != nil, "\(key.name)")
    }

    /// Each setting that had a name in camelCase: the name, the earlier name, and the environment variable, which stays.
    static let renamed = [
        ("data-dir", "dataDir", "STILLROOM_DATA_DIR"),
        ("cache-dir", "cacheDir", "STILLROOM_CACHE_DIR"),
        ("server.ready-file", "server.readyFile", "STILLROOM_SERVER_READY_FILE"),
        ("model.time-limit", "model.timeLimit", "STILLROOM_MODEL_TIME_LIMIT"),
        ("pictures.time-limit", "pictures.timeLimit", "STILLROOM_PICTURES_TIME_LIMIT"),
        ("recognition.likely-above", "recognition.likelyAbove", "STILLROOM_RECOGNITION_LIKELY_ABOVE"),
        ("recognition.doubtful-below", "recognition.doubtfulBelow", "STILLROOM_RECOGNITION_DOUBTFUL_BELOW"),
    ]

    @Test("A setting with a new name keeps its environment variable", arguments: renamed)
    func environmentNames(name: String, earlier: String, variable: String) throws {
        let key = try #require(Settings.Key.allCases.first { $0.name == name })
        #expect(key.earlierName == earlier && key.environmentName == variable)
        #expect(Settings.Key.allCases.count { $0.earlierName != nil } == Self.renamed.count)
    }

    /// Writes a settings file and reads it.
    private func read(file json: String, _ environment: [String: String] = [:]) async throws -> Settings {
        let folder = try Fixture.Folder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.path + "/config.json"
        try Data(json.utf8).write(to: URL(filePath: file))
        return try await read([:], environment.merging(["STILLROOM_CONFIG": file]) { own, _ in own })
    }

    @Test("The settings file sets each renamed setting under its new name, without a warning")
    func newNames() async throws {
        let settings = try await read(
            file: #"""
                {"data-dir": "/d", "cache-dir": "/c", "server": {"ready-file": "/r"}, "model": {"time-limit": 11},
                 "pictures": {"time-limit": 12}, "recognition": {"likely-above": 0.9, "doubtful-below": 0.1}}
                """#)
        #expect(settings.dataDirectory == "/d" && settings.cacheDirectory == "/c" && settings.readyFile == "/r")
        #expect(settings.modelTimeLimit == .seconds(11) && settings.pictureTimeLimit == .seconds(12))
        #expect(settings.policy.likelyAbove == 0.9 && settings.policy.doubtfulBelow == 0.1)
        #expect(settings.warnings.isEmpty)
    }
}

extension SettingsTests {
    @Test("The settings file may use the earlier name of a setting, with one warning that has both names")
    func earlierNames() async throws {
        let settings = try await read(
            file: #"""
                {"dataDir": "/d", "cacheDir": "/c", "server": {"readyFile": "/r"}, "model": {"timeLimit": 11},
                 "pictures": {"timeLimit": 12}, "recognition": {"likelyAbove": 0.9, "doubtfulBelow": 0.1}}
                """#)
        #expect(settings.dataDirectory == "/d" && settings.cacheDirectory == "/c" && settings.readyFile == "/r")
        #expect(settings.modelTimeLimit == .seconds(11) && settings.pictureTimeLimit == .seconds(12))
        #expect(settings.policy.likelyAbove == 0.9 && settings.policy.doubtfulBelow == 0.1)
        #expect(settings.warnings.count == Self.renamed.count)
        for (name, earlier, _) in Self.renamed {
            let naming = settings.warnings.filter { $0.contains(" \(name);") && $0.contains(" \(earlier) ") }
            #expect(naming.count == 1, "\(name)")
        }
    }

    @Test("The new name of a setting overrides its earlier name in the settings file, and the warning says so")
    func bothNames() async throws {
        let settings = try await read(file: #"{"model": {"timeLimit": 11, "time-limit": 13}}"#)
        #expect(settings.modelTimeLimit == .seconds(13))
        #expect(settings.warnings.count == 1 && settings.warnings.allSatisfy { $0.contains("it is ignored") })
    }

    @Test("A flag and the environment override an earlier name in the settings file")
    func earlierNameHasFilePrecedence() async throws {
        let settings = try await read(
            file: #"{"model": {"timeLimit": 11}}"#, ["STILLROOM_MODEL_TIME_LIMIT": "14"])
        #expect(settings.modelTimeLimit == .seconds(14) && settings.warnings.count == 1)
    }

    @Test("A value that is not allowed is refused under an earlier name, too")
    func earlierNameRefused() async throws {
        await #expect(throws: CommandFailure.self) { try await read(file: #"{"model": {"timeLimit": 0}}"#) }
    }

    @Test("Inquiry settings from the file or the environment are fixed, so that pages cannot change them")
    func service() async throws {
        let folder = try Fixture.Folder()
        let file = folder.path + "/config.json"
        let json = #"""
            {"inquiry": {"strategy": "parallel", "threshold": 0.5},
             "plantnet": {"project": "useful", "daily-budget": 40, "api-key-file": "/run/key"},
             "cache": {"lookalikes": true, "entries": 7}}
            """#
        try Data(json.utf8).write(to: URL(filePath: file))
        let settings = try await read(
            [.policy(.threshold): "0.6"],
            [
                "STILLROOM_CONFIG": file, "STILLROOM_PLANTNET_DAILY_BUDGET": "50",
                "STILLROOM_PLANTNET_BASE_URL": "http://127.0.0.1:9000/proxy",
                "STILLROOM_PLANTNET_API_KEY": "secret-key",
            ])
        #expect(settings.policy.strategy == .parallel && settings.policy.askBelow == 0.6)
        #expect(settings.policy.project == "useful" && settings.policy.dailyBudget == 50)
        #expect(settings.policy.matchesLookalikes && settings.policy.cacheEntries == 7)
        #expect(
            settings.fixed == [.strategy, .threshold, .project, .dailyBudget, .matchesLookalikes, .cacheEntries])
        #expect(settings.plantNetAddress?.absoluteString == "http://127.0.0.1:9000/proxy")
        #expect(settings.plantNet.key == "secret-key")
        #expect(settings.plantNet.file == "/run/key" && !settings.plantNet.isFileOwn)
    }
}

extension SettingsTests {
    @Test("The key of the service is read from the credentials directory of systemd")
    func credentials() async throws {
        let folder = try Fixture.Folder()
        #expect(try await read([:], ["CREDENTIALS_DIRECTORY": folder.path]).plantNet.isFileOwn)
        try Data("a-key".utf8).write(to: URL(filePath: folder.path + "/plantnet-api-key"))
        let settings = try await read([:], ["CREDENTIALS_DIRECTORY": folder.path])
        #expect(settings.plantNet.file == folder.path + "/plantnet-api-key" && !settings.plantNet.isFileOwn)
    }

    @Test("A service address without https is accepted only for local networks")
    func addresses() throws {
        for allowed in [
            "https://my-api.plantnet.org", "http://localhost:1", "http://127.0.0.2", "http://10.0.0.7",
            "http://192.168.1.9:8080", "http://172.20.0.1", "http://[fd00::1]", "http://proxy", "http://nas.local",
        ] {
            #expect(Address.isAllowed(try #require(URL(string: allowed))), "\(allowed)")
        }
        for refused in [
            "http://my-api.plantnet.org", "http://8.8.8.8", "http://172.32.0.1", "http://[2001:db8::1]",
            "http://134744072", "http://010.0.0.1", "http://0x8080808",
            "https://user:word@host.example", "https://host.example?api-key=1", "file:///etc/passwd",
        ] {
            #expect(!Address.isAllowed(try #require(URL(string: refused))), "\(refused)")
        }
    }

    @Test(
        "An invalid setting is refused with an error that names it",
        arguments: [
            ("STILLROOM_SERVER_PORT", "70000"), ("STILLROOM_MODEL_PRECISION", "f64"),
            ("STILLROOM_RECOGNITION_LIKELY_ABOVE", "80"), ("STILLROOM_NOW", "yesterday"),
            ("STILLROOM_LOG_LEVEL", "loud"), ("STILLROOM_INQUIRY_STRATEGY", "guess"),
            ("STILLROOM_INQUIRY_THRESHOLD", "70"), ("STILLROOM_PLANTNET_DAILY_BUDGET", "-1"),
            ("STILLROOM_PLANTNET_BASE_URL", "http://plantnet.example.org"),
            ("STILLROOM_PLANTNET_BASE_URL", "ftp://127.0.0.1"), ("STILLROOM_PLANTNET_LANGUAGE", "12"),
            ("STILLROOM_SERVER_HTTPS_PORT", "70000"), ("STILLROOM_SERVER_WAY_IN_PORT", "none"),
            ("STILLROOM_SERVER_NAMES", "home.example.net:8443"), ("STILLROOM_SERVER_NAMES", "192.168.1.5"),
            ("STILLROOM_SERVER_NAMES", "*.example.net"), ("STILLROOM_SERVER_TRUSTED_PROXIES", "proxy"),
            ("STILLROOM_SERVER_TRUSTED_PROXIES", "10.0.0.0/33"),
        ])
    func refused(name: String, value: String) async throws {
        do {
            _ = try await read([:], [name: value])
            Issue.record("it was accepted")
        } catch let error as CommandFailure {
            #expect(error.status == .configuration)
            #expect(error.message.contains(name))
        }
    }

    @Test("The settings of the home network are read, and have defaults")
    func network() async throws {
        var settings = try await read()
        #expect(settings.httpsPort == 8443 && settings.wayInPort == 8181)
        #expect(settings.names.isEmpty && settings.trustedProxies.isEmpty && !settings.usesOwnCertificate)
        settings = try await read([
            .command(.httpsPort): "0", .command(.wayInPort): "off", .command(.names): "Home.Example.net, plants.lan.",
            .command(.certificateFile): "/c/chain.pem", .command(.certificateKeyFile): "/c/key.pem",
            .command(.trustedProxies): "127.0.0.1,10.0.0.0/8",
        ])
        #expect(settings.httpsPort == 0 && settings.wayInPort == nil)
        #expect(settings.names == ["home.example.net", "plants.lan"])
        #expect(settings.certificateFile == "/c/chain.pem" && settings.certificateKeyFile == "/c/key.pem")
        #expect(settings.usesOwnCertificate)
        #expect(settings.trustedProxies.text == "127.0.0.1, 10.0.0.0/8")
        #expect(settings.authorityFolder == settings.dataDirectory + "/secrets/authority")
    }

    @Test("Certificate and key must be set together", arguments: ["CERTIFICATE_FILE", "CERTIFICATE_KEY_FILE"])
    func halfACertificate(name: String) async throws {
        let error = await #expect(throws: CommandFailure.self) {
            try await read([:], ["STILLROOM_SERVER_" + name: "/c/file.pem"])
        }
        #expect(error?.status == .configuration)
        #expect(error?.message.contains("server.certificate-key-file") == true)
    }
}

extension SettingsTests {
    @Test("The whole app is served under the public name only with https, and with a proxy or a certificate for it")
    func publicAccess() async throws {
        let house = [Settings.Key.command(.publicAccess): "house"]
        let https = house.merging([.command(.publicAddress): "https://home.example.net"]) { $1 }
        let refused = [house, house.merging([.command(.publicAddress): "http://home.lan"]) { $1 }, https]
        for flags in refused {
            let error = await #expect(throws: CommandFailure.self) { try await read(flags) }
            #expect(error?.status == .configuration && error?.message.contains("server.public-access") == true)
        }
        let proxied = try await read(https.merging([.command(.trustedProxies): "127.0.0.1"]) { $1 })
        #expect(proxied.publicAccess == .house && proxied.showsPagesInPublic)
        let certified = https.merging([
            .command(.certificateFile): "/c/chain.pem", .command(.certificateKeyFile): "/c/key.pem",
        ]) { $1 }
        #expect(try await read(certified).publicAccess == .house)
        let links = try await read([.command(.publicAddress): "https://home.example.net"])
        #expect(links.publicAccess == .links && !links.showsPagesInPublic)
    }

    @Test("Every setting is described in Docs/settings.md", arguments: Settings.Key.allCases)
    func documented(key: Settings.Key) throws {
        let guide = try String(contentsOfFile: Fixture.root + "/Docs/settings.md", encoding: .utf8)
        #expect(guide.contains("`\(key.name)`"), "\(key.name)")
        #expect(guide.contains("`\(key.environmentName)`"), "\(key.environmentName)")
    }
}

@Suite("Documents list codes, statuses and options", .tags(.small))
struct DocumentsTests {
    private func guide(_ name: String) throws -> String {
        try String(contentsOfFile: Fixture.root + "/Docs/" + name, encoding: .utf8)
    }

    @Test(
        "Docs/errors.md lists every error code of the household and of imaging",
        arguments: HouseholdError.Code.all.map(\.rawValue)
            + [
                ImagingError.Code.empty, .notAnImage, .unsupportedFormat, .corrupt, .tooManyBytes, .tooManyPixels,
                .sideTooLong,
                .severalFrames, .tooComplex, .tooSmall, .tookTooLong, .decoderDied, .unavailable,
            ].map(\.rawValue))
    func errors(code: String) throws {
        #expect(try guide("errors.md").contains("`\(code)`"))
    }

    @Test("Docs/errors.md lists every error code of the pages and of the API")
    func problems() throws {
        let guide = try guide("errors.md")
        let folder = Fixture.root + "/Sources/Web"
        let files = try #require(FileManager.default.subpaths(atPath: folder)).filter { $0.hasSuffix(".swift") }
        var codes: Set<String> = []
        for file in files {
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            for match in source.matches(of: /code: "([a-z-]+)"/) { codes.insert(String(match.1)) }
        }
        #expect(codes.count > 8)
        for code in codes { #expect(guide.contains("`\(code)`"), "\(code)") }
    }

    @Test("Docs/cli.md lists every exit status", arguments: CommandFailure.Status.allCases)
    func statuses(status: CommandFailure.Status) throws {
        #expect(try guide("cli.md").contains("\(status.rawValue)"))
    }

    @Test(
        "Docs/cli.md lists every option of every command",
        arguments: [
            Stillroom.self, Identify.self, Serve.self, Models.self, Models.List.self, Models.Install.self,
            Models.Verify.self, Models.Remove.self, Models.Use.self, Models.Bench.self, Doctor.self, QuotaCommand.self,
            CacheCommand.Stats.self, CacheCommand.Clear.self, CacheCommand.ClearExpired.self, PlantsCommand.List.self,
            PlantsCommand.Add.self, PlantsCommand.Export.self, PlantsCommand.Import.self, Care.self,
            AgendaCommand.Show.self, AgendaCommand.Instant.self, Done.self, Work.self, RemindersCommand.self,
            FoodProduct.self, FoodQuestions.self, FoodAnswer.self, FoodUndo.self, FoodVotes.self, FoodGame.self,
            FoodLarder.self, FoodGTIN.self, FoodScan.self, FoodLogin.self, FoodLogout.self,
            DemoCommand.Add.self, DemoCommand.Remove.self,
            SetupLink.self, AccountsCommand.List.self, AccountsCommand.Reset.self,
            AccountsCommand.Token.self, AccountsCommand.Tokens.self, AccountsCommand.EndToken.self,
            PlantsCommand.Show.self, PlantsCommand.Water.self, ConfigCommand.Show.self, ConfigCommand.Path.self,
        ] as [any AsyncParsableCommand.Type])
    func commands(command: any AsyncParsableCommand.Type) throws {
        let guide = try guide("cli.md")
        for match in command.helpMessage().matches(of: /--[a-z][a-z0-9-]+/)
        where !["--version", "--help"].contains(match.0) {
            #expect(guide.contains(String(match.0)), "\(match.0)")
        }
    }
}
