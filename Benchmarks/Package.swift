// swift-tools-version: 6.2
import PackageDescription

// The measuring program of `make bench`. It runs the built command and server as a user does, so it needs no module of
// the product and builds in seconds.

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "bench",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .treatAllWarnings(as: .error),
            ])
    ],
    swiftLanguageModes: [.v6]
)
