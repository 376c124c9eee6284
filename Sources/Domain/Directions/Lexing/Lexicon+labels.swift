/// Texts that pharmacies print beside the directions: the cautionary labels of the United Kingdom and similar ones.
/// Each text is one entry, so that none of its words is read as a condition of the dose.
extension Lexicon {
    static let labels: [(Meaning, String)] = [
        (
            .harmless,
            """
            if this happens do not drive or use tools or machines
            if this happens , do not drive or use tools or machines
            if affected do not drive or operate machinery
            if affected , do not drive or operate machinery
            if you still feel sleepy the next day do not drive or use tools or machines
            if you still feel sleepy the next day , do not drive or use tools or machines
            do not take indigestion remedies 2 hours before or after you take this medicine
            do not take indigestion remedies at the same time of day as this medicine
            do not take indigestion remedies at the same time as this medicine
            do not take indigestion remedies , or medicines containing iron or zinc \
            , 2 hours before or after you take this medicine
            do not take milk , indigestion remedies , or medicines containing iron or zinc \
            , 2 hours before or after you take this medicine
            space the doses evenly throughout the day
            keep taking this medicine until the course is finished , unless you are told to stop
            keep taking this medicine until the course is finished unless you are told to stop
            do not stop taking this medicine unless your doctor tells you to stop
            do not stop taking this medicine except on your doctors advice
            at regular intervals|take at regular intervals|at evenly spaced intervals
            complete the prescribed course unless otherwise directed
            do not take anything containing aspirin while taking this medicine
            do not take anything else containing aspirin while taking this medicine
            do not take anything else containing paracetamol while taking this medicine
            do not take anything containing paracetamol while taking this medicine
            do not take with any other paracetamol products
            talk to a doctor at once if you take too much of this medicine
            talk to a doctor at once if you take too much of this medicine , even if you feel well
            talk to a doctor at once if you take too much of this medicine even if you feel well
            dissolve or mix with water before taking
            this medicine may colour your urine . this is harmless|this is harmless
            follow the printed instructions you have been given with this medicine
            follow the printed instructions you have been given
            while sitting or standing|while sitting or standing upright|while sitting upright or standing
            remain upright for 30 minutes|stay upright for 30 minutes|remain upright for at least 30 minutes
            stay upright for at least 30 minutes|sit or stand upright for 30 minutes|do not lie down for 30 minutes
            do not lie down for at least 30 minutes|do not lie down for 30 minutes after taking
            do not lie down for at least 30 minutes after taking
            get a new supply 8 weeks after opening
            remove old patch first|remove the old patch first|remove old patch before applying new one
            remove old patch before applying a new one|remove the old patch before applying a new one
            remove old patch before applying new patch|after removing the old patch|after removing old patch
            finish all this medication unless otherwise directed by prescriber
            finish all of this medication unless otherwise directed by prescriber
            finish all this medicine unless otherwise directed by prescriber|complete entire course
            complete the entire course|complete the whole course|use care when operating a car or dangerous machinery
            use care when operating a vehicle or dangerous machinery|alcohol may intensify this effect
            it may be advisable to drink a full glass of orange juice or eat a banana daily while taking this medication
            using the oral syringe|for one minute|for two minutes|for 2 minutes|for 1 minute|for half a minute
            not on methotrexate day|not on the same day as methotrexate|not on the day you take methotrexate
            remove the old one first|remove old one first|take off the old one first|take the old patch off first
            blow your nose first|blow nose first|shake first|clear the nose first|use the syringe provided
            using your spacer|using the device provided|using the inhaler provided|with an oral syringe|using an oral syringe
            with the syringe provided|with the oral syringe|with the spoon provided|with the measuring cup provided
            use the spoon provided|use the measuring cup provided|use the measuring spoon provided|use oral syringe provided
            use the oral syringe provided|using the spoon provided|using the measuring cup provided|using the dropper provided
            using the cup provided|use measuring spoon|use the dropper provided|using the 5ml spoon provided
            preferably at the same time each day|preferably at the same time every day|preferably
            to baby|to your baby|to the baby|to child|to your child|to the child|to the patient|to patient
            the capsules are not to be swallowed|capsules are not to be swallowed|not to be swallowed
            do not swallow the capsules|do not swallow capsules|for inhalation only|using the inhaler device
            using a new area each time|using a new site each time|using a different site each time
            using a different area each time|on a different site each time|as soon as possible|straight away
            wash your hands afterwards|wash hands afterwards|wash your hands after use|wash hands after use
            wash hands after applying|wash your hands after applying|wash hands before and after use
            wash your hands before and after use|wash hands before and after|rinse mouth afterwards|rinse your mouth afterwards
            rinse mouth after use|rinse your mouth after use|rinse mouth with water after use
            rinse your mouth with water after use|rinse your mouth with water afterwards|rinse mouth out after use
            rinse mouth after each use|rinse your mouth after each use|brush teeth after use|rinse and spit after use
            rinse mouth with water and spit after each use|rinse mouth and spit after use|clean the nozzle after use
            this is|it is|this one is|these are|this is a medicine|to help you sleep at night
            keep out of reach of children|keep out of the reach of children|keep out of the sight and reach of children
            finish all of this medication|finish all this medication|finish all of this medicine
            using the oral syringe provided|using the syringe provided|with the oral syringe provided
            for external use only|for ophthalmic use only|for rectal use only|for vaginal use only
            for nasal use only|at all times|sugar free|sugar - free|external use only|keep dressings away from fire
            remove contacts first|remove contact lenses first|remove contact lenses before use|remove your contact lenses
            remove contact lenses before using|take out contact lenses first|take out contact lenses before use
            after brushing|after brushing teeth|after brushing your teeth|after brushing the teeth|after cleaning teeth
            wait 5 minutes before using other drops|wait 5 minutes between different drops|wait 5 minutes between drops
            wait five minutes before using other drops|wait at least 5 minutes before using other drops
            wait 5 minutes before using any other eye drops|wait at least 5 minutes between different drops
            wait 10 minutes before using other drops|wait 5 minutes before other drops
            take the old one off first|take off yesterdays patch|take off the old patch first|take off old patch first
            remove yesterdays patch|remove the old patch|remove old patch|after removing yesterdays patch
            before first use|prime before first use|shake before use|shake well before use|chill before use|sit down first
            may be mixed with food|may be crushed and mixed with food|mixed with food|sprinkled on food|sprinkle on food
            even when well|even when you feel well|even if you feel well|even if well|even when feeling well
            use every day even when well|let dry before dressing|allow to dry before dressing|allow to dry
            alternate thighs|alternate sites|alternate arms|alternate injection sites|alternate nostrils each day
            use a different site each time|use a new site each time|use a different area each time|in a different place
            rotate sites|rotate site|rotate injection sites|rotate injection site
            discard 4 weeks after opening|discard 28 days after opening|discard one month after opening
            discard four weeks after opening|throw away 4 weeks after opening|throw away 28 days after opening
            dispose of 4 weeks after opening|discard 7 days after opening|discard 14 days after opening
            within 2 hours of this medicine|within 2 hours|within two hours of this medicine|within two hours
            do not take indigestion remedies within 2 hours of this medicine
            do not take indigestion remedies within two hours of this medicine
            avoid dairy products and antacids within 2 hours|avoid antacids within 2 hours
            this is harmless|may turn the tongue and stools black|may turn urine orange|for a few minutes
            lie on other side for a few minutes|lie on side for 5 min|lie on side for 5 minutes|lie on your side for 5 minutes
            lie on your side for a few minutes|for one minute then spit out|for 30 seconds then spit out|then spit out
            for 1 minute then spit out|then spit|and then spit out|then swallow|then spit it out|spit it out|then expectorate
            for up to 1 minute|hold in mouth for 1 minute|for 2 minutes then spit out|around the mouth
            let dissolve|and let dissolve|and let it dissolve|let it melt|allow to melt|and allow to melt
            in your mouth|around the mouth before swallowing|see gp if you need it more often
            call 911 if no relief|call 911 if not relieved|call 999 if no relief|then call 911|then call 999|then call 000
            then call an ambulance|then call for an ambulance|and call 911|and call 999|and call an ambulance
            call 911 if pain persists|call 999 if pain persists|dial 999 if no relief|then seek emergency care
            then review with gp|then review by gp|review with gp|gp to review|gp to continue|to be continued by gp
            to continue|then gp review|no refills|no refill|no repeats|refills need office visit|needs appointment for refills
            retain as long as possible|hold as long as possible|retain for as long as possible|as long as possible
            to soften wax|to soften the wax|as maintenance|as a maintenance dose|as maintenance therapy
            as a soap substitute|as soap substitute|in place of soap|instead of soap|as a preventer|as a reliever
            ok to split along score line|ok to split|may split|may be split|may crush|ok to crush|may be crushed
            dosage|frequency|indication|duration|indications|discharge meds|discharge medication|discharge medications|tto
            tta|ttos|ttas|new medication|new medicine|regular medication|regular

            """
        ),
        (
            .route("inhalation"),
            """
            via handihaler|using handihaler|via breezhaler|using breezhaler|via turbohaler|using turbohaler
            via accuhaler|using accuhaler|via easyhaler|via nexthaler|via respimat|via ellipta|via diskus
            via the handihaler|via the breezhaler|using the handihaler|using the breezhaler
            using the handihaler device|using the breezhaler device|via aerochamber|using aerochamber
            """
        ),
        (
            .site("skin", route: "topical"),
            """
            to a clean , dry , hairless area of skin|to a clean dry hairless area of skin|to clean , dry , hairless skin
            to clean dry hairless skin|to clean , dry , non - hairy skin|to a clean , dry , non - hairy area of skin
            to clean , dry skin|to a clean , dry area of skin|to a clean dry area of skin
            """
        ),
        (
            .site("behind the ear", route: "topical"),
            "behind the ear|behind ear|behind one ear|behind your ear|behind an ear"
        ),
        (
            .site("each nostril", route: "nasal"),
            """
            by each nostril route|by both nostrils route|up each nostril|inside each nostril|up both nostrils
            into both nostrils|to each nostril|to both nostrils|up the nose|inside both nostrils
            """
        ),
        (
            .site("between the toes", route: "topical"),
            "between toes|between the toes|between your toes|in between toes"
        ),
        (.site("one nostril", route: "nasal"), "into one nostril|in one nostril|up one nostril"),
        (
            .route("rectal"),
            "into the back passage|in the back passage|into back passage|up the back passage|per back passage"
        ),
        (.route("oral"), "on the tongue|on tongue|onto the tongue|on top of the tongue|on your tongue|by dropper"),
        (
            .route("inhalation"),
            """
            to be nebulised|to be nebulized|nebulised|via the nebuliser|via a nebuliser|via a nebulizer|through a nebuliser
            through the spacer|through a spacer|through spacer
            """
        ),
        (.verb(nil), "to be put|to be instilled|to be placed|to be sprayed|to be swallowed"),
        (.verb("topical"), "to be rubbed in|to be massaged in|to be spread"),
        (.events([.C]), "with main meals|with the main meals|with your main meals"),
    ]
}
