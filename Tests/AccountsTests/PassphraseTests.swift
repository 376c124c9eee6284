import Accounts
import Support
import Testing

@Suite("Passphrases and other secrets", .tags(.small))
struct PassphraseTests {
    @Test("A new passphrase has 8 to 128 characters, of any kind")
    func length() throws {
        #expect(throws: PassphraseError.tooShort) { try Passphrase("1234567") }
        #expect(throws: PassphraseError.tooShort) { try Passphrase("") }
        #expect(throws: PassphraseError.tooLong) { try Passphrase(String(repeating: "a", count: 129)) }
        #expect(throws: PassphraseError.tooLong) {
            try Passphrase(String(repeating: "ä̂̃", count: 128) + String(repeating: "ä", count: 128))
        }
        for text in ["aaaaaaaa", "        ", "пароль-1", String(repeating: "é", count: 128), "👩‍🌾👩‍🌾👩‍🌾👩‍🌾👩‍🌾👩‍🌾👩‍🌾👩‍🌾"] {
            #expect(throws: Never.self) { try Passphrase(text) }
        }
    }

    @Test("A passphrase has no control characters, because scrypt ignores NULs at its end")
    func controlCharacters() {
        for text in ["four plain words\0", "four\nplain words", "four plain\u{7F} words"] {
            #expect(throws: PassphraseError.unusableCharacter) { try Passphrase(text) }
            #expect(Passphrase(unchecked: text) == nil)
        }
    }

    @Test("The same text in another composition is the same passphrase; case and spaces count")
    func canonical() throws {
        #expect(try Passphrase("cafe\u{301} au lait").bytes == Passphrase("caf\u{E9} au lait").bytes)
        #expect(try Passphrase("Correct horse") != Passphrase("correct horse"))
        #expect(try Passphrase(" correct horse") != Passphrase("correct horse"))
        #expect(try Passphrase("ＡＢＣＤＥＦＧＨ") != Passphrase("ABCDEFGH"), "no compatibility form: it would lose characters")
    }

    @Test("A passphrase to compare may have up to 1024 bytes, and none is cut off")
    func unchecked() throws {
        #expect(Passphrase(unchecked: "short") != nil)
        let long = String(repeating: "a", count: 1024)
        #expect(Passphrase(unchecked: long)?.bytes.count == 1024)
        #expect(Passphrase(unchecked: long + "a") == nil)
        #expect(Passphrase(empty: ()).bytes.isEmpty)
    }

    @Test("A common passphrase and the name itself are refused, without regard to case")
    func common() throws {
        let list = CommonPassphrases(["password1", "iloveyou"])
        #expect(list.count == 2)
        let name = try AccountName("Ada Lovelace")
        for (text, error) in [
            ("password1", PassphraseError.common), ("PassWord1", .common), ("ＰＡＳＳＷＯＲＤ1", .common),
            ("ada lovelace", .isName), ("ADA  LOVELACE", .isName),
        ] {
            let passphrase = try Passphrase(text)
            #expect(throws: error) { try list.check(passphrase, of: name) }
        }
        for text in ["password2", "ada lovelace 1815"] {
            let passphrase = try Passphrase(text)
            #expect(throws: Never.self) { try list.check(passphrase, of: name) }
        }
    }

    @Test("Descriptions and reflections contain no secret")
    func redacted() throws {
        let (passphrase, secret) = (try Passphrase("hunter2-hunter2"), Secret("hunter2-hunter2"))
        var limit = AttemptLimit()
        let attempt = AttemptLimit.Attempt(name: "hunter2-hunter2", address: "10.0.0.1", isFamiliar: false)
        _ = limit.begin(attempt, at: .zero)
        for value in [passphrase, secret, attempt, limit, [secret], [1: passphrase]] as [Any] {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains("hunter2"), "\(type(of: value))")
        }
        #expect("\(passphrase)" == "Passphrase(••••)" && "\(secret)" == "Secret(••••)")
    }

    @Test("A recovery code has 16 characters in groups of four, and may be typed carelessly")
    func recoveryCodes() {
        #expect(RecoveryCode.text(Array(repeating: 0, count: 10)) == "0000-0000-0000-0000")
        #expect(RecoveryCode.text(Array(repeating: 255, count: 10)) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ")
        #expect(
            RecoveryCode.text([0x08, 0x42, 0x10, 0x84, 0x21, 0x08, 0x42, 0x10, 0x84, 0x21]) == "1111-1111-1111-1111")
        let code = RecoveryCode.text([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(RecoveryCode.canonical(code) == RecoveryCode.canonical(code.lowercased()))
        #expect(RecoveryCode.canonical(code) == RecoveryCode.canonical(" " + code.replacing("-", with: " ")))
        #expect(RecoveryCode.canonical("oOiIlL") == "001111")
        #expect(RecoveryCode.canonical("ü-!?") == "")
    }
}
