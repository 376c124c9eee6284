// swift-tools-version: 6.2
import PackageDescription

// Fuzzing with libFuzzer. Separate from the tests, because everything is built with instrumentation: swift build -c
// release && SWIFT_BACKTRACE=enable=no .build/release/DirectionsFuzz -max_total_time=60 -timeout=1

let instrumented: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
    .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]),
]

let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "Directions", path: "Domain/Directions", swiftSettings: instrumented),
        .executableTarget(
            name: "DirectionsFuzz", dependencies: ["Directions"], swiftSettings: instrumented,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
