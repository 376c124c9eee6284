import Foundation
import Support
import Testing

@testable import Explaining
@testable import Wording

@Suite("Questions in German, French and other languages", .tags(.small))
struct QuestionLanguageTests {
    // MARK: The language

    @Test(
        "The language of a short text is known",
        arguments: [
            ("Help", .english), ("Hilfe", .german), ("chest pain", .english), ("Brustschmerzen", .german),
            ("Au secours", .french), ("douleur à la poitrine", .french), ("With food?", .english), ("Milch?", .german),
            ("Lait ?", .french), ("Wie oft?", .german), ("Combien ?", .french), ("How often?", .english),
            ("Darf ich fahren", .german), ("jai mal", .french), ("Fuer wen?", .german), ("L'enfant", .french),
            ("¿Puedo tomarlo con leche?", .other), ("Posso prenderlo con il latte?", .other),
            ("Mag ik dit met melk innemen?", .other), ("Czy mogę to brać z mlekiem?", .other),
            ("Можно пить с молоком?", .other), ("可以和牛奶一起吃吗", .other), ("Posso tomar com leite?", .other),
            ("Zestalin", .unknown), ("", .unknown), ("500 mg", .unknown), ("die", .unknown), ("pain", .unknown),
            ("Bunu sütle içebilir miyim?", .unknown), ("What does täglich mean?", .english),
            ("Does Müller's crème help?", .english), ("i сan't breathе", .english),
        ] as [(String, QuestionLanguage)])
    func short(text: String, language: QuestionLanguage) {
        #expect(QuestionLanguage(of: text) == language)
    }

    @Test("Questions are assigned to their language")
    func questions() {
        let known: [(QuestionLanguage, [String])] = [
            (.english, QuestionCases.harmless), (.german, QuestionCases.germanOrdinary),
            (.german, QuestionCases.germanMoreOrdinary), (.french, QuestionCases.frenchOrdinary),
            (.french, QuestionCases.frenchMoreOrdinary),
        ]
        for (language, questions) in known {
            let others = questions.filter { ![language, .unknown].contains(QuestionLanguage(of: $0)) }
            #expect(others.isEmpty)
            let unknown = questions.filter { QuestionLanguage(of: $0) == .unknown }
            #expect(unknown.count * 20 <= questions.count, "\(unknown)")
        }
    }

    @Test("Only the own list is checked for a text of one language, and all lists if the language is in doubt")
    func lists() {
        #expect(QuestionWords("Wann soll ich die Tablette nehmen?").possible == [.german])
        #expect(QuestionWords("Avec du pain ?").possible == [.french])
        #expect(QuestionWords("When do I take the tablet?").possible == [.english])
        #expect(QuestionWords("Mein Kind hat chest pain").possible == [.english, .german, .french])
        for text in ["", "Zestalin", "no puedo respirar", "Можно"] {
            #expect(QuestionWords(text).possible == [.english, .german, .french], "\(text)")
        }
    }

    // MARK: Emergencies

    private func isEmergency(_ question: String) -> Bool {
        if case .emergency = QuestionTriage.triage(question, region: .eu) { true } else { false }
    }

    @Test("An emergency is recognised in German", arguments: QuestionCases.germanEmergencies)
    func german(question: String) { #expect(isEmergency(question)) }

    @Test("An emergency is recognised in French", arguments: QuestionCases.frenchEmergencies)
    func french(question: String) { #expect(isEmergency(question)) }
}

extension QuestionLanguageTests {
    @Test("Stories of emergencies are recognised in German and French")
    func stories() {
        for question in QuestionCases.germanStories + QuestionCases.frenchStories {
            #expect(isEmergency(question), "\(question)")
        }
    }

    @Test("An emergency in German keeps its meaning without umlauts, in capitals, and with repeated letters")
    func spellings() {
        for question in QuestionCases.germanEmergencies {
            let spelled = question.replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
                .replacing("Ü", with: "Ue").replacing("ß", with: "ss")
            #expect(isEmergency(spelled), "\(spelled)")
            let bare = question.replacing("ä", with: "a").replacing("ö", with: "o").replacing("ü", with: "u")
                .replacing("Ü", with: "U").replacing("ß", with: "ss")
            #expect(isEmergency(bare), "\(bare)")
        }
        for question in QuestionCases.frenchEmergencies {
            let bare = String(question.decomposedStringWithCanonicalMapping.unicodeScalars.filter { $0.value < 0x300 })
            #expect(isEmergency(bare), "\(bare)")
            #expect(isEmergency(question.uppercased()), "\(question)")
        }
        #expect(isEmergency("ich bekomme keine luuuuft") && isEmergency("J’étouffe"))
    }

    @Test("Thoughts of self-harm get the text for a crisis")
    func crisis() {
        for question in [
            "Ich will nicht mehr leben", "ich möchte mich umbringen", "Suizid", "Je veux mourir", "je vais me tuer",
            "J'ai envie d'en finir",
        ] {
            #expect(
                QuestionTriage.triage(question, region: .eu) == .emergency(SafetyText.crisis(.eu)), "\(question)")
        }
    }

    // MARK: Ordinary questions

    @Test(
        "An ordinary question in German or French is no emergency, and is referred with a sentence about the language",
        arguments: QuestionCases.germanOrdinary + QuestionCases.frenchOrdinary + QuestionCases.germanMoreOrdinary
            + QuestionCases.frenchMoreOrdinary)
    func ordinary(question: String) {
        switch QuestionTriage.triage(question, region: .us) {
        case .refer(let text, let reason):
            #expect(reason == .otherLanguage || reason == .unclear && QuestionLanguage(of: question) == .unknown)
            #expect(text.contains("911") && text.contains("pharmacist"))
        case .emergency, .answerable: Issue.record("\(question)")
        }
    }

    @Test("A question in a language without rules is referred")
    func others() {
        for question in [
            "¿Puedo tomarlo con leche?", "Posso prenderlo con il latte?", "Mag ik dit met melk innemen?",
            "Czy mogę to brać z mlekiem?", "Bunu sütle içebilir miyim?", "Можно пить с молоком?", "可以和牛奶一起吃吗",
            "Kan jeg ta det med melk?", "prima o dopo i pasti?",
        ] {
            let text = SafetyText.referral(.otherLanguage, region: .uk)
            #expect(QuestionTriage.triage(question, region: .uk) == .refer(text, .otherLanguage), "\(question)")
        }
    }
}

extension QuestionLanguageTests {
    @Test("An English word in a German or French sentence does not make it an English emergency")
    func accidental() {
        for question in [
            "Die Dosis?", "Ist die Tablette gut?", "Hat die Packung eine Not-Reserve?", "Bald ist die Packung leer",
            "Der Arm, die Hand, das Bein: wo sprühe ich?", "Wirkt es rasch?", "Das Bad ist fast fertig",
            "Avec du pain ?", "Je le tiens dans la main ?", "Le coin de la boîte", "C'est pour le chat ?",
            "On va en car", "C'est pour le sang ?", "Avec du poisson ?", "Mon chat est mon ami, il a un bon coin",
        ] {
            #expect(!isEmergency(question), "\(question)")
        }
    }

    @Test("A few words that fit an English rule are understood as English, and others are not")
    func few() {
        #expect(QuestionTriage.triage("refils?", region: .eu) == .answerable)
        #expect(QuestionTriage.triage("max?", region: .eu) == .answerable)
        for text in ["Zestalin?", "Amoxicillin 500 mg", "12", "xyz?"] {
            #expect(
                QuestionTriage.triage(text, region: .eu)
                    == .refer(SafetyText.referral(.unclear, region: .eu), .unclear), "\(text)")
        }
    }

    @Test("The collection has enough questions of each kind and language")
    func enough() {
        #expect(QuestionCases.germanEmergencies.count >= 60 && QuestionCases.frenchEmergencies.count >= 60)
        #expect(QuestionCases.germanOrdinary.count >= 60 && QuestionCases.frenchOrdinary.count >= 60)
        #expect(QuestionCases.germanStories.count >= 200 && QuestionCases.frenchStories.count >= 200)
        #expect(QuestionCases.emergencies.count >= 40 && QuestionCases.harmless.count >= 40)
    }
}
