@testable import Explaining

extension QuestionCases {
    static let referrals: [(QuestionTriage.Reason, [String])] = [
        (
            .missedDose,
            lines(
                """
                I missed a dose
                i missed my dose
                what if i miss a dose
                forgot to take it
                I forgot my pill this morning
                i forgott my tablet
                missed dose what now
                i didn't take it yesterday
                I'm late with my dose
                my dose is 3 hours late
                forgot yesterdays tablet
                i skipped a dose
                should I double up
                mised a dose
                i haven't taken it today
                what do i do if i forget a dose
                """)
        ),
        (
            .pregnancy,
            lines(
                """
                I am pregnant
                can i take this while pregnant
                is it ok when pregnant
                im pregant
                pregnent, what now
                prengant can i use it
                trying for a baby
                we are trying to conceive
                i'm expecting a baby
                during pregnancy
                PREGNANCY
                will it hurt my unborn child
                in my first trimester
                p r e g n a n c y
                """)
        ),
        (
            .breastfeeding,
            lines(
                """
                I am breastfeeding
                can i take it while breast feeding
                brestfeeding and this
                breast-feeding
                i'm nursing my baby
                while nursing
                does it get into breast milk
                breastmilk
                lactating
                """)
        ),
        (
            .child,
            lines(
                """
                can my child take this
                can i give it to my kids
                dose for a 5 year old
                how much for a child
                how much for my toddler
                is this for kids
                can a baby have this
                my daughter needs it too, can she take it
                can children take it
                how much for 20 kg
                can teenagers take it
                dose for my son
                under 12
                pediatric dose
                """)
        ),
        (
            .alcohol,
            lines(
                """
                can I drink alcohol
                is alcohol ok
                a glass of wine with it
                can i have a beer
                alchohol with this
                alcahol
                can i drink on this
                can we drink while on it
                is wine allowed
                vodka
                can I go drinking tonight
                """)
        ),
        (
            .mixing,
            lines(
                """
                can i take it with ibuprofen
                does it interact with anything
                drug interactions
                interacions with aspirin
                can I mix it with tylenol
                can i take these together
                take it together with my other pills
                with other medicines
                with vitamins
                can i combine them
                is it fine with grapefruit
                along with my heart medicine
                i also take warfarin
                can i take it with paracetamol
                birth control
                can I take it at the same time as antacids
                with st johns wort
                what about supplements
                """)
        ),
        (
            .changeDose,
            lines(
                """
                can I increase the dose
                can i take more
                can i take two instead
                should I lower my dose
                change my dosage
                is the dose too high
                is this too strong
                can i take half a pill
                can i split the dose
                take an extra tablet
                it's not working
                it doesn't help
                can i take less
                how much can i safely take
                what is the right dose
                can i change it to the morning
                can i cut the tablet in half
                can i use a higher strength
                whats the normal dosage
                take another one
                """)
        ),
        (
            .stopping,
            lines(
                """
                can I stop taking it
                when can i stop
                i want to stop
                can i quit this medicine
                stop takeing it
                stoping this medicine
                do i have to finish it
                do i need to keep taking it
                I feel better can I stop
                come off it
                get off this medicine
                cold turkey
                do i really need this
                should i take it
                should I start it
                discontinue
                """)
        ),
        (
            .allergy,
            lines(
                """
                I'm allergic to penicillin
                i am alergic
                could i be allergic
                does it contain lactose
                does it contain gluten
                is there gelatine in it
                allergies
                is it gluten free
                """)
        ),
        (
            .safety,
            lines(
                """
                is it safe
                is this safe for me
                is it saef
                is it dangerous
                can I drive
                can i operate machinery
                is it bad for my liver
                is it addictive
                are there risks
                can my husband take it
                can i share it
                is it ok to take
                can i take expired tablets
                can i swim
                is it harmful
                can my wife use it
                before surgery
                will it hurt me
                can i go in the sun and sunbathe
                """)
        ),
        (
            .diagnosis,
            lines(
                """
                do I have diabetes
                what is wrong with me
                why do i feel ill
                what illness do i have
                do i have an infection
                what medicine should i take
                which drug is better
                can you diagnose me
                is there a better medicine
                what should i do
                could it be cancer
                will it work
                """)
        ),
        (
            .symptom,
            lines(
                """
                what are the side effects
                side affects
                i have a rash
                i feel sick
                it makes me dizzy
                i have a headache
                my stomach hurts
                nausea
                i have diarrhea
                i feel weird
                i am itching
                i can't sleep
                it made me sleepy
                """)
        ),
    ]
}
