// swift-tools-version: 6.2
import PackageDescription

// Uses the client libraries as another Swift package does: without the server, its trait and its dependencies.
let package = Package(
    name: "linkage-test",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "stillroom", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: products),
        // The code of Docs/clients.md, which the script `snippets` writes there.
        .target(name: "Snippets", dependencies: products),
    ]
)

var products: [Target.Dependency] {
    [
        "HTTPTransport", "URLSessionTransport", "PlantNet", "Trefle", "OpenFoodFacts", "GoogleVision",
        "ChatCompletions", "OpenInference",
    ].map { .product(name: $0, package: "stillroom") }
}
