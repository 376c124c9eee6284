// swift-tools-version: 6.2
import PackageDescription

// GardenModel is the model layer of a SwiftUI app, without SwiftUI, so that it also compiles on Linux.
let package = Package(
    name: "garden-app",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "GardenModel", targets: ["GardenModel"])],
    dependencies: [.package(name: "stillroom", path: "../..", traits: [])],
    targets: [
        .target(
            name: "GardenModel",
            dependencies: ["Agenda", "Calendar", "PlantNet", "Plants", "Recognition"]
                .map { .product(name: $0, package: "stillroom") }),
        .executableTarget(name: "ShowGarden", dependencies: ["GardenModel"]),
    ]
)
