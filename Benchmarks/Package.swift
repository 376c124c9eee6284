// swift-tools-version: 6.2
import PackageDescription

// The stopwatch of `make bench`. It drives the built command and server from outside, as a user does, so it needs
// none of the product's modules (their `package` access would end at this package's edge anyway) and builds in seconds.

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
