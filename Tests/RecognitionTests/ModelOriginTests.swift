import Recognition
import Support
import Testing

@Suite("ModelOrigin", .tags(.small))
struct ModelOriginTests {
    @Test(
        "A stored text is read as it was written",
        arguments: [
            (ModelOrigin(model: "garden-120 2"), "garden-120 2"),
            (ModelOrigin(model: "inat-plants 1", place: .server("gpu.local")), "inat-plants 1 @ gpu.local"),
            (ModelOrigin(model: "garden-120 2", place: .insteadOf("gpu.local")), "garden-120 2 instead of gpu.local"),
            (ModelOrigin(model: "garden-120 2", place: .without("gpu.local")), "garden-120 2 without gpu.local"),
            (ModelOrigin(model: "x @ y 1", place: .server("10.0.0.1")), "x @ y 1 @ 10.0.0.1"),
        ])
    func roundTrip(_ origin: ModelOrigin, _ text: String) {
        #expect(origin.text == text)
        #expect(ModelOrigin(text) == origin)
    }

    @Test(
        "A text of an earlier release is a model of this machine", arguments: ["garden-108 1", "x @ ", "a @ b c", ""])
    func earlier(_ text: String) { #expect(ModelOrigin(text) == ModelOrigin(model: text)) }
}
