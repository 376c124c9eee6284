// swift-tools-version: 6.2
import PackageDescription

// One line per target; where a kind of target lives, and what it may import, is decided here once.
// The rules are in Docs/architecture.md; `make architecture` checks them.

/// The modules of Sources/Domain; the application and what stands around it may import each of them.
let domainModules: [Target.Dependency] = [
    "Messages", "Recognition", "Calendar", "Agenda", "Reminders", "Plants", "Larder", "Directions", "Wording", "Doses",
    "Labels", "Explaining", "Accounts",
]

/// The modules of Sources/Domain that are libraries of their own; Docs/modules.md describes them.
let domainProducts: [Product] = [
    "Recognition", "Calendar", "Agenda", "Plants", "Larder", "Directions", "Wording", "Doses",
].map { .library(name: $0, targets: [$0]) }

let package = Package(
    name: "stillroom",
    // The versions that have Mutex, which the client libraries use. The server runs on Linux only.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "stillroom", targets: ["StillroomCommand"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .library(name: "AsyncHTTPClientTransport", targets: ["AsyncHTTPClientTransport"]),
        .library(name: "PlantNet", targets: ["PlantNet"]),
        .library(name: "Trefle", targets: ["Trefle"]),
        .library(name: "OpenFoodFacts", targets: ["OpenFoodFacts"]),
        .library(name: "GoogleVision", targets: ["GoogleVision"]),
        .library(name: "ChatCompletions", targets: ["ChatCompletions"]),
        .library(name: "OpenInference", targets: ["OpenInference"]),
    ] + domainProducts,
    traits: [
        .trait(
            name: "Server", description: "The household server and command; off for those who use a client library.",
            enabledTraits: ["AsyncHTTPClient"]),
        .trait(name: "AsyncHTTPClient", description: "The transport over AsyncHTTPClient, for programs on SwiftNIO."),
        .default(enabledTraits: ["Server"]),
    ],
    // Exact, because Package.resolved is not kept: CONTRIBUTING.md says why, and how to raise one.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["JSON"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "Messages", path: "Sources/Domain/Messages"),
        domain("Recognition"),
        domain("Calendar"),
        domain("Agenda", ["Calendar"]),
        domain("Reminders", ["Calendar", "Agenda"]),
        domain("Plants", ["Recognition", "Calendar", "Agenda"]),
        domain("Larder", ["Recognition", "Calendar"]),
        domain("Directions"),
        domain("Wording", ["Directions"]),
        domain("Doses", ["Directions", "Wording", "Calendar"]),
        domain("Labels", ["Directions"]),
        domain("Explaining", ["Directions", "Wording", "Doses", "Labels"]),
        domain("Accounts", ["Recognition"]),

        .target(name: "Concurrency"),
        .target(
            name: "Household",
            dependencies: ["Concurrency", .log, .metrics] + domainModules),

        .target(name: "Documents", dependencies: ["Household"] + domainModules),

        cLibrary("CVips", pkgConfig: "vips", debian: "libvips-dev"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", debian: "libjpeg-dev"),
        cLibrary("COpenVINO", pkgConfig: "openvino", debian: "Scripts/setup installs it"),
        .systemLibrary(name: "CLinux", path: "Sources/Engines/CLinux"),
        cLibrary("CTesseract", pkgConfig: "tesseract", debian: "libtesseract-dev"),
        cLibrary("CZBar", pkgConfig: "zbar", debian: "libzbar-dev"),
        // Opens PostgreSQL's library (Debian: libpq5) only when it is used; needs its header (libpq-dev).
        .target(name: "CPostgreSQL", path: "Sources/Engines/CPostgreSQL"),
        // Opens the library of mosquitto (Debian: libmosquitto1) only when it is used; needs its header (libmosquitto-dev).
        .target(name: "CMosquitto", path: "Sources/Engines/CMosquitto"),
        // A library of C++ (Debian: libzxing-dev), wrapped here in C.
        .target(name: "CZXing", path: "Sources/Engines/CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        cLibrary("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        engine("Imaging", ["CVips", "CJPEG", "CLinux"]),
        engine("Inference", ["COpenVINO", "Concurrency"]),
        engine("Connectivity", ["CLinux"]),
        engine("Barcodes", ["CZBar", "CZXing"]),
        engine("TextRecognition", ["CTesseract"]),
        engine("Compression", ["CZlib"]),
        engine("PostgreSQL", ["CPostgreSQL"]),
        engine("MQTT", ["CMosquitto"]),

        client(
            "HTTPTransport",
            ["Concurrency", .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers")]),
        client("URLSessionTransport", ["HTTPTransport"]),
        client(
            "AsyncHTTPClientTransport",
            [
                "HTTPTransport", .asyncHTTPClient("AsyncHTTPClient", "async-http-client"),
                .asyncHTTPClient("NIOCore", "swift-nio"), .asyncHTTPClient("NIOHTTP1", "swift-nio"),
                .asyncHTTPClient("NIOPosix", "swift-nio"), .asyncHTTPClient("NIOSSL", "swift-nio-ssl"),
            ]),
        client("PlantNet", ["HTTPTransport"]),
        client("Trefle", ["HTTPTransport"]),
        client("OpenFoodFacts", ["HTTPTransport"]),
        client("GoogleVision", ["HTTPTransport"]),
        client("ChatCompletions", ["HTTPTransport"]),
        client("OpenInference", ["HTTPTransport"]),

        store("SQLRecords"),
        store("SQLiteDatabase", ["SQLRecords", .server("GRDB", "GRDB.swift")]),
        store("PostgresDatabase", ["SQLRecords", "PostgreSQL", "Concurrency"]),
        store("PhotographFiles", [.server("Crypto", "swift-crypto")]),
        store(
            "PhotographObjects",
            [
                "Concurrency", "HTTPTransport", .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("Crypto", "swift-crypto"),
            ]),
        store("Backups", [.server("Crypto", "swift-crypto"), .server("CryptoExtras", "swift-crypto")]),
        adapter(
            "LocalRecognition",
            [
                "Imaging", "Inference", "Connectivity", "Barcodes", "TextRecognition",
                .server("Crypto", "swift-crypto"),
            ],
            resources: ["Catalogues", "BuiltIn"]),
        adapter(
            "Credentials",
            ["Concurrency", .server("Crypto", "swift-crypto"), .server("CryptoExtras", "swift-crypto")],
            resources: ["Passphrases"]),
        adapter(
            "Certificates",
            [
                "Connectivity", "Barcodes", .server("X509", "swift-certificates"), .server("SwiftASN1", "swift-asn1"),
                .server("Crypto", "swift-crypto"),
            ]),
        adapter("Translations", [], resources: ["Messages"]),
        adapter("ServedRecognition", ["Inference", "HTTPTransport", "OpenInference"]),
        adapter(
            "OnlineServices",
            [
                "HTTPTransport", "AsyncHTTPClientTransport", "PlantNet", "Trefle", "OpenFoodFacts", "GoogleVision",
                "ChatCompletions", .log,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .server("AsyncHTTPClient", "async-http-client"), .server("NIOCore", "swift-nio"),
                .server("NIOHTTP1", "swift-nio"), .server("NIOPosix", "swift-nio"),
                .server("NIOSSL", "swift-nio-ssl"), .server("Crypto", "swift-crypto"),
            ]),

        .target(
            name: "Web",
            dependencies: domainModules + [
                "Household", "Documents", .log, .metrics,
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .server("Hummingbird", "hummingbird"), .server("HummingbirdCore", "hummingbird"),
                .server("Mustache", "swift-mustache"),
                .server("HTTPTypes", "swift-http-types"), .server("NIOCore", "swift-nio"),
                .server("NIOPosix", "swift-nio"),
                .server("NIOTLS", "swift-nio"), .server("NIOHTTP2", "swift-nio-http2"),
                .server("NIOSSL", "swift-nio-ssl"), .server("NIOHTTPTypes", "swift-nio-extras"),
                .server("NIOHTTPTypesHTTP2", "swift-nio-extras"), .server("NIOExtras", "swift-nio-extras"),
                .server("ServiceLifecycle", "swift-service-lifecycle"), "Concurrency",
            ],
            resources: [.copy("Templates"), .copy("Assets"), .copy("Schemas")]
        ),
        .executableTarget(
            name: "StillroomCommand",
            dependencies: domainModules + [
                "Concurrency", "Household", "Documents", "Imaging", "Inference", "Connectivity", "Compression", "MQTT",
                "SQLRecords",
                "SQLiteDatabase", "PostgresDatabase", "PhotographFiles", "PhotographObjects", "Backups",
                "LocalRecognition", "OnlineServices", "ServedRecognition", "Credentials",
                "Certificates", "Translations",
                "Web",
                "HTTPTransport", .product(name: "HTTPTypes", package: "swift-http-types"), .log, .metrics,
                .server("ArgumentParser", "swift-argument-parser"), .server("Configuration", "swift-configuration"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
                .server("UnixSignals", "swift-service-lifecycle"),
                .server("SystemPackage", "swift-system"),
            ]
        ),

        tests("ConcurrencyTests", ["Concurrency", "Support"]),
        tests("MessagesTests", ["Messages", "Support"]),
        tests("TranslationsTests", ["Translations", "MessageExtraction", "Messages", "Support"]),
        tests("RecognitionTests", ["Recognition", "Support"]),
        tests("ConnectivityTests", ["Connectivity", "CLinux", "Support"]),
        tests(
            "HTTPTransportTests",
            ["HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests(
            "TransportsTests",
            [
                "HTTPTransport", "URLSessionTransport", "AsyncHTTPClientTransport", "PlantNet", "Trefle",
                "OpenFoodFacts", "GoogleVision", "ChatCompletions", "Support",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        tests(
            "PlantNetTests",
            ["PlantNet", "HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests(
            "TrefleTests",
            ["Trefle", "HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests(
            "OnlineServicesTests",
            domainModules + [
                "OnlineServices", "HTTPTransport", "PlantNet", "Trefle", "OpenFoodFacts", "GoogleVision",
                "ChatCompletions", "Household", "Contracts", "Support",
                .product(name: "HTTPTypes", package: "swift-http-types"), .server("Crypto", "swift-crypto"),
            ]),
        tests(
            "OpenFoodFactsTests",
            ["OpenFoodFacts", "HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests("CalendarTests", ["Calendar", "Support"]),
        tests("AgendaTests", ["Agenda", "Calendar", "Support"]),
        tests("RemindersTests", ["Reminders", "Agenda", "Calendar", "Support"]),
        tests("LarderTests", ["Larder", "Calendar", "Recognition", "Support"]),
        tests("PlantsTests", ["Plants", "Agenda", "Calendar", "Recognition", "Support"]),
        tests("DirectionsTests", ["Directions", "Wording", "Support"]),
        tests("WordingTests", ["Messages", "Wording", "Directions", "Support"]),
        tests("DosesTests", ["Doses", "Directions", "Labels", "Calendar", "Support"]),
        tests("LabelsTests", ["Labels", "Directions", "Doses", "Support"]),
        tests("ExplainingTests", ["Explaining", "Directions", "Wording", "Doses", "Labels", "Support"]),
        tests(
            "GoogleVisionTests",
            ["GoogleVision", "HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests(
            "ChatCompletionsTests",
            [
                "ChatCompletions", "OnlineServices", "HTTPTransport", "Support",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        tests(
            "OpenInferenceTests",
            ["OpenInference", "HTTPTransport", "Support", .product(name: "HTTPTypes", package: "swift-http-types")]),
        tests(
            "ServedRecognitionTests",
            [
                "ServedRecognition", "OpenInference", "Inference", "HTTPTransport", "Support",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        tests(
            "TextRecognitionTests",
            ["TextRecognition", "LocalRecognition", "Household", "Labels", "Imaging", "Support"]),
        tests(
            "HouseholdTests",
            domainModules + ["Household", "Documents", "SQLRecords", "Contracts", "Support"]),
        tests("DocumentsTests", ["Documents", "Contracts", "Support"]),
        tests("AccountsTests", ["Accounts", "Recognition", "Support"]),
        tests(
            "CredentialsTests",
            [
                "Credentials", "Accounts", "Household", "Contracts", "Support", .server("Crypto", "swift-crypto"),
                .server("CryptoExtras", "swift-crypto"),
            ]),
        tests(
            "CertificatesTests",
            [
                "Certificates", "Accounts", "Connectivity", "CLinux", "Household", "Contracts", "Support",
                .server("X509", "swift-certificates"),
            ]),
        tests("CompressionTests", ["Compression", "Support"]),
        tests("ImagingTests", ["Imaging", "Support"]),
        tests("InferenceTests", ["Inference", "Support"]),
        tests(
            "BarcodesTests", ["Barcodes", "LocalRecognition", "Household", "Larder", "Imaging", "Support"]),
        tests(
            "LocalRecognitionTests",
            domainModules + ["LocalRecognition", "Household", "Imaging", "Inference", "Support"]),
        tests(
            "SQLRecordsTests",
            domainModules + [
                "SQLRecords", "SQLiteDatabase", "PostgresDatabase", "Household", "Contracts", "Support",
            ]),
        tests(
            "PostgresDatabaseTests",
            domainModules + [
                "PostgresDatabase", "PostgreSQL", "SQLRecords", "SQLiteDatabase", "Household", "Contracts", "Support",
            ]),
        tests(
            "SQLiteDatabaseTests",
            domainModules + [
                "SQLiteDatabase", "SQLRecords", "Household", "Contracts", "Support", .server("GRDB", "GRDB.swift"),
            ]),
        tests(
            "BackupsTests",
            [
                "Backups", "Calendar", "Household", "SQLRecords", "SQLiteDatabase", "Support",
                .server("Crypto", "swift-crypto"), .server("GRDB", "GRDB.swift"),
            ]),
        tests(
            "PhotographObjectsTests",
            [
                "PhotographObjects", "PhotographFiles", "HTTPTransport", "Household", "Recognition", "Support",
                .product(name: "HTTPTypes", package: "swift-http-types"), .server("Crypto", "swift-crypto"),
            ]),
        tests("PhotographFilesTests", ["PhotographFiles", "Household", "Recognition", "Support"]),
        tests(
            "WebTests",
            domainModules + [
                "Web", "Compression", "Household", "SQLRecords", "Contracts", "Support",
                .server("Hummingbird", "hummingbird"),
                .server("HummingbirdTesting", "hummingbird"), .server("HTTPTypes", "swift-http-types"),
                .server("AsyncHTTPClient", "async-http-client"), .server("NIOCore", "swift-nio"),
                .server("NIOEmbedded", "swift-nio"), .server("NIOHTTPTypes", "swift-nio-extras"),
                .server("NIOHTTP1", "swift-nio"), .server("NIOHTTP2", "swift-nio-http2"),
                .server("NIOPosix", "swift-nio"),
                .server("NIOSSL", "swift-nio-ssl"), .server("NIOTLS", "swift-nio"),
                .server("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        tests(
            "StillroomCommandTests",
            domainModules + [
                "StillroomCommand", "Backups", "Household", "SQLRecords", "Imaging", "Contracts", "Web", "Support",
                .log,
                .server("ArgumentParser", "swift-argument-parser"),
            ]),
        .target(
            name: "Contracts",
            dependencies: ["Household", "SQLRecords", "SQLiteDatabase", "PostgresDatabase", "PostgreSQL", .log]
                + domainModules,
            path: "Tests/Contracts"),
        .target(name: "Support", dependencies: ["HTTPTransport"], path: "Tests/Support"),
        .executableTarget(
            name: "memory-bench", dependencies: ["SQLiteDatabase", "SQLRecords", "Household", "Recognition"],
            path: "Benchmarks/Memory"),
        .executableTarget(
            name: "agenda-bench",
            dependencies: domainModules + ["Household", "LocalRecognition", "SQLiteDatabase", "SQLRecords"],
            path: "Benchmarks/Agenda"),
        .executableTarget(
            name: "barcodes-bench", dependencies: ["Barcodes", "Imaging", "Larder", "LocalRecognition", "Support"],
            path: "Benchmarks/Barcodes"),
        .executableTarget(
            name: "text-bench", dependencies: ["Imaging", "LocalRecognition", "Labels", "Directions", "Support"],
            path: "Benchmarks/TextRecognition"),
        .executableTarget(name: "larder-bench", dependencies: ["Larder"], path: "Benchmarks/Larder"),
        .executableTarget(
            name: "reminders-bench",
            dependencies: [
                "Agenda", "Contracts", "Household", "OnlineServices", "Plants", "PostgresDatabase", "Recognition",
                "SQLiteDatabase", "SQLRecords",
            ],
            path: "Benchmarks/Reminders"),
        .target(name: "MessageExtraction", dependencies: ["Messages", "Web"], path: "Tests/MessageExtraction"),
        .executableTarget(
            name: "message-catalogue", dependencies: ["MessageExtraction", "Messages"], path: "Scripts/messages"),
        .executableTarget(name: "sandbox-probe", dependencies: ["CLinux"], path: "Tests/SandboxProbe"),
        .executableTarget(name: "stub-service", dependencies: ["Support"], path: "Tests/StubService"),
    ],
    swiftLanguageModes: [.v6]
)

// MARK: - Settings, once for all

/// Targets that hold pointers because they wrap C; everywhere else an unsafe construct must be marked.
let wrapsC: Set = [
    "Imaging", "Inference", "Connectivity", "Barcodes", "TextRecognition", "Compression", "PostgreSQL", "MQTT",
]

/// Targets that visit each pixel of a photograph: without optimisation, to read labels takes more than twice as long in a
/// debug build, and many tests wait for it. Assertions stay on. No client library may depend on one, because SwiftPM
/// accepts no dependency with such flags.
let optimisedInDebug: Set = ["Imaging", "TextRecognition"]

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ]
    if target.type != .test, !wrapsC.contains(target.name) {
        target.swiftSettings?.append(.strictMemorySafety())
    }
    if optimisedInDebug.contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
}

// MARK: - Kinds of target

/// Every module of the domain but Messages itself can make texts for people.
func domain(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: ["Messages"] + dependencies, path: "Sources/Domain/\(name)")
}

func cLibrary(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Engines/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func engine(_ name: String, _ cModules: [String]) -> Target {
    .target(name: name, dependencies: cModules.map { .target(name: $0) }, path: "Sources/Engines/\(name)")
}

/// A library that any Swift developer can use alone; it may not know the rest of the house.
func client(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies + [.product(name: "HTTPTypes", package: "swift-http-types")],
        path: "Sources/Clients/\(name)")
}

func store(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: ["Household"] + domainModules + dependencies,
        path: "Sources/Stores/\(name)")
}

func adapter(_ name: String, _ dependencies: [Target.Dependency], resources: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: ["Household"] + domainModules + dependencies,
        path: "Sources/Adapters/\(name)",
        resources: resources.map { .copy($0) })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)")
}

extension Target.Dependency {
    static var log: Self { .product(name: "Logging", package: "swift-log") }
    static var metrics: Self { .product(name: "Metrics", package: "swift-metrics") }

    /// A product that only the transport over AsyncHTTPClient needs; the server has it, too.
    static func asyncHTTPClient(_ product: String, _ package: String) -> Self {
        .product(name: product, package: package, condition: .when(traits: ["AsyncHTTPClient"]))
    }

    /// A product that only the server and the command need.
    static func server(_ product: String, _ package: String) -> Self {
        .product(name: product, package: package, condition: .when(traits: ["Server"]))
    }
}
