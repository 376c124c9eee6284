/// Verbs, routes, sites and small words.
extension Lexicon {
    static let fixed: [(Meaning, String)] = [
        (
            .verb(nil),
            """
            take|give|use|administer|have|drink|swallow|inject|insert|instil|instill|put|place|to be taken
            to be used|to be given|is to be taken|are to be taken|to be injected|to be inserted|should take
            should use|must take|patient should take|patient should use|patient to take|patient to use
            give the patient|give patient|taken|dissolve|suck|spray|infuse|swish|gargle|to be instilled|to take
            to use|ingest|consume|self inject|mix|empty|sprinkle|change|replace|to be dissolved|let dissolve
            you should take|you should use|you must take|you need to take|please take|please use|please give
            carry on|and carry on|keep taking|keep using|carry on taking|carry on using|continue taking|continue using
            continue with|to be sucked|used|tk|inj|let|baby to have|child to have|patient to have|to have|ok to take|pt to take|pt to use
            """
        ),
        (.verb("oral"), "chew|to be chewed|chew and swallow"),
        (.verb("inhalation"), "inhale|to be inhaled|inhaled|breathe in|nebulize|nebulise"),
        (
            .verb("topical"),
            """
            apply|to be applied|rub|rub in|massage|spread|smear|wash|shampoo|apply to|rub into|applied
            massage into
            """
        ),
        (
            .route("oral"),
            """
            po|by mouth|orally|oral|per os|by oral route|oral route|via oral route|through the mouth|per oral
            via mouth|by the mouth|in the mouth|p o|by oral|via po|via the oral route|by the oral route
            per mouth
            """
        ),
        (
            .route("sublingual"),
            """
            sl|sublingual|sublingually|under tongue|under the tongue|under your tongue|beneath the tongue
            by sublingual route|subling
            """
        ),
        (
            .route("buccal"),
            """
            buccal|buccally|between cheek and gum|between the gum and cheek|between gum and cheek|between the cheek and gum|inside the cheek|by buccal route|inside cheek
            """
        ),
        (
            .route("rectal"),
            "pr|rectally|rectal|per rectum|into the rectum|in the rectum|by rectum|in rectum|into rectum"
        ),
        (
            .route("vaginal"),
            "pv|vaginally|vaginal|per vagina|intravaginally|into the vagina|in the vagina|in vagina|into vagina"
        ),
        (
            .route("inhalation"),
            """
            inh|inhalation|by inhalation|via inhalation|per inhalation|via inhaler|using inhaler|from inhaler
            neb|via nebulizer|via nebuliser|by nebulizer|by nebuliser|per nebulizer|per neb|via neb|in nebulizer
            in small volume nebulizer|in the nebulizer|using nebulizer|with nebulizer|nebulized|nebulised
            inhaled orally|with spacer|via spacer|using spacer|using a spacer|with a spacer|via a spacer
            into the lungs|into lungs|using a nebulizer|by inhalation route|via nebulization|by nebulization
            using the inhaler|with inhaler
            """
        ),
        (
            .route("nasal"),
            """
            nasal|nasally|intranasal|intranasally|by nasal route|via nasal route|into the nose|in the nose
            in nose|into nose|by nose
            """
        ),
        (
            .route("intramuscular"),
            "im|intramuscular|intramuscularly|into the muscle|into a muscle|into muscle|by intramuscular route"
        ),
        (
            .route("intravenous"),
            "iv|intravenous|intravenously|into the vein|into a vein|ivp|ivpb|by intravenous route|iv push"
        ),
        (
            .route("subcutaneous"),
            """
            sc|sq|subq|sub q|subcut|subcutaneous|subcutaneously|subcutaneous route|under the skin|under skin
            subc|s c|by subcutaneous route|via subcutaneous route|via subcutaneous injection
            by subcutaneous injection|s q|sub cut|beneath the skin|into the skin|into skin
            """
        ),
        (
            .route("topical"),
            """
            topical|topically|top|by topical route|topical route|via topical route|externally
            for external use only|for external use|for topical use
            """
        ),
        (.route("transdermal"), "transdermal|transdermally|by transdermal route"),
        (.route("ophthalmic"), "ophth|ophthalmic|by ophthalmic route|ophthalmically|via ophthalmic route|eye"),
        (.route("otic"), "otic|by otic route|otically"),
        (
            .site("both eyes", route: "ophthalmic"),
            """
            ou|both eyes|each eye|in each eye|into each eye|both eye|eyes
            """
        ),
        (.site("left eye", route: "ophthalmic"), "os|left eye|lt eye|l eye|le"),
        (.site("right eye", route: "ophthalmic"), "right eye|rt eye|r eye"),
        (.site("affected eye", route: "ophthalmic"), "affected eyes|surgical eye|operated eye|operative eye"),
        (.site("both ears", route: "otic"), "au|both ears|each ear|in each ear|into each ear"),
        (.site("left ear", route: "otic"), "left ear"),
        (.site("right ear", route: "otic"), "ad|right ear"),
        (.site("affected ear", route: "otic"), "affected ear|affected ears|ear|ears"),
        (
            .site("each nostril", route: "nasal"),
            """
            each nare|both nares|nare|nares|each naris|each nostril|both nostrils|in each nostril|per nostril
            nostril|nostrils|each side of the nose
            """
        ),
        (
            .form,
            """
            cream|ointment|gel|lotion|er|xr|sr|cr|dr|ec|xl|la|mr|susp|suspension|syrup|solution|soln|elixir
            liquid|inhaler|shampoo|foam|powder|oint|crm|odt|extended release|delayed release|modified release
            slow release|enteric coated|chewable|dispersible|effervescent|soluble|mdi|nasal spray|eye drops
            ear drops|oral solution|oral suspension|oral liquid|dpi|hfa|hcl|sodium|paste|film coated
            prolonged release|immediate release|ir|gastro resistant|orodispersible|long acting|eye ointment
            mouthwash|sustained release|prefilled|pre filled|pre - filled|gastro - resistant|modified - release
            slow - release|film - coated|prolonged - release|extended - release|delayed - release|enteric - coated|nasal|eye drop|ear drop|of oral solution
            of solution|of suspension|of syrup|of liquid|of cream|of ointment|of gel|of lotion|of medicine
            of the medicine|of medication|of the medication|of the solution|vaginal cream
            """
        ),
        (
            .then,
            """
            then|than|followed by|and then|after that|afterwards|thereafter|after which|then after that|next
            """
        ),
        (
            .then,
            """
            increase to|increasing to|then increase to|reduce to|reducing to|decrease to|decreasing to
            then reduce to|then decrease to|increased to|then take|and increase to|and reduce to|and decrease to
            then continue with|then continue at|drop to
            """
        ),
        (.and, "and|plus|also|along with|&|as well as|together with|+"),
        (.once, "once only|once|one time|one time only|x once|1 time|only once|for one time"),
        (
            .single,
            """
            as one single dose|as a one off dose|as a single one off dose|stat|single dose|one dose only|1 dose only|one dose|as a single dose|as single dose|one single dose
            now|immediately|at once|one off|one off dose|in a single dose|a single dose|for one dose|for 1 dose
            for one dose only
            """
        ),
        (
            .directed,
            """
            as directed|as prescribed|as instructed|as advised|use as directed|ud|ut dict|ut dictum
            as per instructions|as directed by physician|as directed by doctor|as directed by your doctor
            as directed by prescriber|asdir|mdu|as directed by the doctor|as directed by md|as dir|as told
            per instructions|per package instructions|as directed on package|as directed on the package
            as per package|as directed by your prescriber|as directed by your pharmacist|as directed by your doctor or pharmacist
            as advised by your doctor|as advised by your pharmacist|as directed by the hospital|as directed by hospital
            as directed by your specialist|as directed by your consultant|as advised by the hospital|as advised by your gp
            as directed by your gp|as instructed by your doctor|as prescribed by your doctor|as directed by your physician|per directions|as before|as indicated|per protocol
            """
        ),
        (
            .asNeeded,
            """
            prn|as needed|only if you need it|if you need it|if needed|when needed|as required|if required
            when required|only if needed|only as needed|sos|when necessary|if necessary|as necessary
            only when needed|only when required|only if required|if and when needed|as and when required
            as and when needed|whenever needed|p r n|when req|if req|as req|only if necessary
            only when necessary|when wheezy|if wheezy|when breathless|if breathless|take as needed|use as needed|as often as needed|as often as required
            as often as necessary|where required|where necessary|pro re nata
            """
        ),
        (
            .refused("per-kg"),
            """
            per kg|per kilogram|per kilo|/ kg|/ kilogram|kg body weight|body weight|per m2|/ m2|per m|/ m 2
            per kg body weight|per kilogram of body weight|per square meter|per square metre|/ sq m
            """
        ),
        (
            .refused("increase-by"),
            """
            increase by|decrease by|reduce by|increasing by|decreasing by|reducing by|increase dose by
            decrease dose by|reduce dose by|increase the dose by|reduce the dose by|decrease the dose by
            taper by|titrate by|up by|down by|increase each|increase every|decrease every|reduce every
            decreasing|tapering|taper|titrate|go up by|go down by|increased by|reduced by|decreased by
            increase daily|weaning|wean
            """
        ),
        (
            .refused("sliding-scale"),
            "sliding scale|ssi|ssri|per sliding scale|correction scale|carb ratio|carbs|grams of carbs|carbohydrate|carbohydrates"
        ),
        (.refused("negated"), "nil by mouth|npo|nothing by mouth|nil orally"),
        (.refused("pack"), "follow package|dose pack|dosepak|dosepack|taper pack|starter pack|tapering dose"),
    ]
}
