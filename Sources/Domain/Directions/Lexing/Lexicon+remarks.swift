/// Remarks beside the dose.
extension Lexicon {
    static let remarks: [(Meaning, String)] = [
        (
            .harmless,
            """
            the|please|patient|of|total|a total of|in total|in all|altogether|for a total of|your|approximately|exactly|only|instr|instructions
            inst|sig|rx|directions|int|interval|by patient|each time|at a time|every time|at one time
            do all this|a|an|for adults|adults|adult|dose|per dose|in each dose
            each dose|of medicine|as one dose|freq|route|of the week|of week|continuously|regularly|with water
            with a glass of water|with a full glass of water|with full glass of water|with plenty of water
            in water|in a glass of water|dissolved in water|in a little water|in half a glass of water
            with a drink of water|with plenty of fluids|with plenty of fluid|with fluids|with liquid
            with a drink|swallowed whole|whole|swallow whole|and allow to dissolve|allow to dissolve
            let it dissolve|until dissolved|to dissolve|slowly|completely|each|and swallow|and spit|and spit out
            spit out|and swallow whole|and hold|compounded as a suspension|thinly|sparingly|liberally|generously
            gently|evenly|lightly|thin layer of|a thin layer of|a thin layer|thin layer|a small amount of
            small amount of|small amount|a small amount|a thin film|a thin film of|thin film|thin film of
            a pea sized amount|a pea sized amount of|pea sized amount|a pea - sized amount
            a pea - sized amount of|pea - sized amount|the contents of|contents of|content of|the content of
            high|new|on the same day|ribbon|ribbon of
            as a thin layer|in a thin layer|a sufficient amount|patient will buy otc if not covered|after use
            with a full glass of|indefinitely|long term|ongoing|as a thin film|until gone|until finished
            until all gone|until all taken|until completed|until course is finished|until finish|until complete
            til gone|till gone|till finished|course|days course|day course|to complete the course
            complete course|via oral syringe|using oral syringe|with oral syringe|by oral syringe|via dropper
            with dropper|via syringe|at home|at school|at work|for best results
            dont take anything on the other days|do not take anything on the other days|dont take on other days
            do not take on other days|do not take on the other days|for 30 seconds|for 60 seconds
            for 1 minute then spit|and complete course|take until gone|finish all|finish all medication
            until all are taken|until empty|til finished|of tablets|of capsules|with or without food
            with without food|without regard to meals|regardless of meals|whether or not with food
            as a single daily dose|dissolved|well|tablet form
            """
        ),
        (
            .everyWeek,
            """
            of each week|of every week|on the same day each week|on the same day every week|same day each week
            on the same day of each week|on the same day of the week each week|each and every week|same day every week
            """
        ),
        (
            .notDaily,
            """
            not to be taken every day|is not to be taken every day|this medicine is not to be taken every day
            not to be taken each day|is not to be taken daily|must not be taken daily|do not take daily|not daily|do not take every day|not every day|do not take it daily|do not take it every day
            do not take this daily|never daily|not to be taken daily|do not take this medicine daily
            do not take this medicine every day|do not take this medication daily|do not use daily
            must not be taken every day|never take daily|never take it daily|do not take each day|do not take once daily
            not once daily|do not take once a day|not for daily use|not for every day use|do not take them daily
            """
        ),
        (.verb(nil), "swish and spit|swish and swallow|rinse and spit|gargle and spit|dissolve in water"),
        (
            .remark(isNegative: true),
            """
            not suitable for|are not to be|is not to be|do not|dont|don't|avoid|never|not to be|must not|should not|not for
            """
        ),
        (
            .remark(isNegative: false),
            """
            rinse|shake|keep|store|discard|wash hands|contact your|call your|wear|may cause|can cause|this may
            this medicine|warning|caution|finish|complete the|may make|allow to|refrigerate|throw|tell your
            remember|swallow with|stay|consult|see your|drink plenty|space|spread evenly|wash your|if you forget
            be careful|dissolve in|may be taken|if affected|contains|seek|refer|read the|check with|ask your
            report|brush|patient may|patients should|rotate|needs|need appt|replaces|appointment|pharmacist
            dispense as|labs|follow up|generic|brand|protect|sit upright|remain upright|stay upright|wait before
            dx|icd|per md|per dr|per doctor|per cardiology|per physician|per neurology|per nephrology
            per endocrinology|per psychiatry|for further|medically|diagnosis|this drug|this product
            """
        ),
        (
            .condition,
            """
            pain|nausea|vomiting|anxiety|cough|fever|itching|itch|headache|headaches|migraine|insomnia|sleep
            allergies|allergy|wheezing|wheeze|sob|hypertension|gerd|htn|diabetes|cholesterol|depression|spasm
            spasms|cramps|constipation|diarrhea|diarrhoea|infection|inflammation|swelling|rash|heartburn|reflux
            asthma|copd|mood|dizziness|agitation|congestion|indigestion|arthritis|eczema|psoriasis|acne|gout
            seizures|vertigo|angina|hypothyroidism|anaemia|anemia|severe pain|mild pain|moderate pain
            severe cough|back pain|chest pain|muscle spasms|muscle spasm|shortness of breath|spasticity
            bladder spasms|hyperlipidemia|uti|ibs|adhd|bph|dyspnea|temp|temperature|bp|high blood pressure
            blood pressure|thyroid
            """
        ),
        (
            .doubtful("today"), "today|on the first day|the first day|first day|tonight|tomorrow"
        ),
        (
            .doubtful("depends"),
            """
            until|unless|except|if|when|hold|skip|repeat|may repeat|alternate|alternating|increase|decrease
            reduce|adjust|at onset|with onset|onset|prior to|before|after|starting|start|begin|beginning|while
            during|off|must last|stop|then stop|remove|leave|wait|separate|may take|can take|or|another
            additional|extra|first|last|remaining|next dose|double
            """
        ),
    ]
}
