// swift-tools-version: 6.2
import PackageDescription

// Build and run: PLANTNET_KEY=… swift run NamePlant leaf.jpg
let package = Package(
    name: "name-plant",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "stillroom", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "NamePlant",
            dependencies: [
                "Agenda", "Calendar", "HTTPTransport", "PlantNet", "Plants", "Recognition", "URLSessionTransport",
            ]
            .map { .product(name: $0, package: "stillroom") })
    ]
)
