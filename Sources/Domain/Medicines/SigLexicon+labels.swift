/// What pharmacies print beside the directions: the cautionary labels of the United Kingdom and their like. Each stands
/// here as a whole, so that no word in it is taken for a condition of the dose.
extension SigLexicon {
    static let labels: [(SigMeaning, String)] = [
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
            using the oral syringe provided|using the syringe provided|with the oral syringe provided
            for external use only|for ophthalmic use only|for rectal use only|for vaginal use only
            for nasal use only
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
        (.site("each nostril", route: "nasal"), "by each nostril route|by both nostrils route"),
        (.events([.C]), "with main meals|with the main meals|with your main meals"),
    ]
}
