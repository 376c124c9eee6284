import Recognition
import Support
import Testing

@Suite("Perceptual hash", .tags(.small))
struct PerceptualHashTests {
    private static let side = PerceptualHash.side

    /// Returns a grey picture with the given brightness at each column and row.
    private func pixels(_ brightness: (Int, Int) -> Int) -> [UInt8] {
        (0..<Self.side * Self.side).flatMap { place in
            let value = UInt8(clamping: brightness(place % Self.side, place / Self.side))
            return [value, value, value]
        }
    }

    private func hash(_ brightness: (Int, Int) -> Int) throws -> PerceptualHash {
        try #require(PerceptualHash(pixels: pixels(brightness), side: Self.side))
    }

    /// A deterministic cloudy picture: patches of four pixels from 40 to 199, with a little noise.
    private func cloud(_ seed: Int) -> (Int, Int) -> Int {
        { x, y in
            func scattered(_ number: Int) -> Int {
                var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
                state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
                return Int(state >> 40)
            }
            return 40 + scattered(seed * 1000 + y / 4 * 8 + x / 4) % 160 + scattered(y * 32 + x) % 4
        }
    }

    @Test(
        "A perceptual hash is nil unless the pixels are a square of its side in three colours",
        arguments: [
            (0, 32), (3071, 32), (3073, 32), (1024, 32), (4096, 32), (3 * 16 * 16, 16), (3 * 64 * 64, 64), (0, 0),
        ])
    func refused(count: Int, side: Int) {
        #expect(PerceptualHash(pixels: [UInt8](repeating: 7, count: count), side: side) == nil)
    }

    @Test("Equal pictures have equal perceptual hashes")
    func equal() throws {
        let one = try hash(cloud(1))
        let other = try hash(cloud(1))
        #expect(one == other)
        #expect(one.distance(to: other) == 0)
        #expect(one.matches(other))
    }

    @Test("A perceptual hash hardly changes when brightness or contrast change")
    func brightness() throws {
        let picture = cloud(1)
        let one = try hash(picture)
        for changed in [
            try hash { picture($0, $1) + 12 }, try hash { picture($0, $1) - 12 },
            try hash { picture($0, $1) * 105 / 100 }, try hash { picture($0, $1) * 95 / 100 },
        ] {
            #expect(one.distance(to: changed) <= 2)
            #expect(one.matches(changed))
        }
    }

    @Test("A perceptual hash is far away when the picture is mirrored, turned or replaced")
    func different() throws {
        let picture = cloud(1)
        let last = Self.side - 1
        let one = try hash(picture)
        for other in [
            try hash { picture(last - $0, $1) }, try hash { picture($0, last - $1) }, try hash { picture($1, $0) },
            try hash { 255 - picture($0, $1) }, try hash(cloud(2)), try hash(cloud(3)),
        ] {
            #expect(one.distance(to: other) >= 16)
            #expect(!one.matches(other))
        }
    }

    @Test("The distance of two hashes is the number of different bits, up to the requested maximum")
    func counting() {
        let one = PerceptualHash(bits: 0xFFFF_FFFF)
        let other = PerceptualHash(bits: 0x1_FFFF_FFFE)
        #expect(one.distance(to: other) == 2)
        #expect(other.distance(to: one) == 2)
        #expect(one.matches(other))
        #expect(!one.matches(other, within: 1))
        #expect(PerceptualHash(bits: 0).distance(to: PerceptualHash(bits: .max)) == 64)
    }

    @Test("A picture in one colour has only its mean as hash and matches no picture, not even itself")
    func plain() throws {
        let grey = try hash { _, _ in 90 }
        let white = try hash { _, _ in 255 }
        #expect(grey.bits == 1)
        #expect(grey.distance(to: white) == 0)
        #expect(!grey.matches(white))
        #expect(!grey.matches(grey))
        let stripes = try hash { x, _ in x % 8 * 20 }
        #expect(!stripes.matches(stripes))
    }

    @Test("A perceptual hash weighs red, green and blue as the eye does")
    func colours() throws {
        var picture = [UInt8](repeating: 0, count: 3 * Self.side * Self.side)
        for place in 0..<Self.side * Self.side {
            // Red on the left and blue on the right; red is the brighter one.
            picture[3 * place + (place % Self.side < 16 ? 0 : 2)] = 200
        }
        let coloured = try #require(PerceptualHash(pixels: picture, side: Self.side))
        #expect(try coloured == hash { x, _ in x < 16 ? 60 : 23 })
    }

    @Test("A perceptual hash equals the one of the measuring script")
    func pinned() throws {
        // The pixels follow a formula, so that Python can compute them in one line.
        let hash = try hash { x, y in (x * x * 7 + y * y * 13 + x * y * 5) % 256 }
        #expect(hash.bits == 0x830e_c474_e3df_c171)
    }
}
