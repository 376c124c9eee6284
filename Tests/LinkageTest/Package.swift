// swift-tools-version: 6.2
import PackageDescription

// Uses the libraries as another Swift package does: without the server, its trait and its dependencies.
let package = Package(
    name: "linkage-test",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "stillroom", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "LinkageTest", dependencies: products),
        // The code of Docs/clients.md and Docs/modules.md and the last file of each tutorial; the script `snippets` writes it.
        .target(name: "Snippets", dependencies: products),
        // The sources of Examples, by symbolic links.
        .executableTarget(name: "NamePlant", dependencies: products),
        .target(name: "GardenModel", dependencies: products),
        .executableTarget(name: "ShowGarden", dependencies: ["GardenModel"]),
    ]
)

var products: [Target.Dependency] {
    [
        "HTTPTransport", "URLSessionTransport", "PlantNet", "Trefle", "OpenFoodFacts", "GoogleVision",
        "ChatCompletions", "OpenInference",
        "Recognition", "Calendar", "Agenda", "Plants", "Larder", "Directions", "Wording", "Doses",
    ].map { .product(name: $0, package: "stillroom") }
}
