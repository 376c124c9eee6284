// swift-tools-version: 6.2
import PackageDescription

// Uses the client libraries as another Swift package does: without the server, its trait and its dependencies.
let package = Package(
    name: "linkage-test",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "stillroom", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "LinkageTest",
            dependencies: [
                .product(name: "HTTPTransport", package: "stillroom"),
                .product(name: "PlantNet", package: "stillroom"),
                .product(name: "Trefle", package: "stillroom"),
                .product(name: "OpenFoodFacts", package: "stillroom"),
                .product(name: "GoogleVision", package: "stillroom"),
                .product(name: "ChatCompletions", package: "stillroom"),
            ])
    ]
)
