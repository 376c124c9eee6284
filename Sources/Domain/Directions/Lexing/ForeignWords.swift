/// Words that show that a text is not English, and English words that are not the name of a medicine.
enum ForeignWords {
    static let words: Set<String> = words(
        """
        tome tomar tomarse una unas tableta tabletas pastilla pastillas capsulas cápsulas cápsula veces vez al
        dia día dias días cada horas hora por vía boca noche mañana manana comida comidas despues después antes
        aplicar aplique gotas gota con cucharada cucharadita diaria diario diariamente durante semana dolor
        necesario segun según ojo ojos oral mente media prendre prenez comprimé comprimés comprime gélule
        gélules fois jour jours par matin soir midi avant après apres repas pendant une deux trois quatre nehmen
        täglich taeglich tablette tabletten einmal zweimal dreimal tage morgens abends mittags vor nach dem
        essen einnehmen stück kapsel tropfen tomare prendere compressa compresse volte giorno ogni ore mattina
        sera dopo pasti tableten keer per dag innemen een twee drie comprimido comprimidos vezes dia noite manhã
        gotas refeições inyectar inhalar los las del
        """
    ).subtracting(["oral", "media", "per", "dem", "hora", "boca"])

    /// Words that occur in directions and are never the name of a medicine.
    static let common: Set<String> = words(
        """
        with from that this these those and the for not but you your may can will shall would could about into
        onto over under above below between through per via any all some none both either neither other another
        same different more most less least few many much very too also just only even still yet again ever
        never always often sometimes usually first second third last next before after during while until since
        when where which who what why how there here then than such like because although however therefore thus
        else instead rather quite system prompt note task assistant ignore instruction previous say said answer
        begin end hidden forward link include translate following summarise change doctor patient pharmacist
        pharmacy physician nurse clinic office surgery procedure visit appointment refill refills quantity qty
        supply supplies disp dispense number total box bottle pack package label insert mixture water juice milk
        alcohol grapefruit drink eat wash clean area areas body part side sides left right top bottom inside
        outside front back half whole piece pieces bit bits lots must should need needs needed use used using
        apply applied give given have has had been being was were are duplicate copy page line text word words
        letter letters unknown other misc various several quarter quarters normal high low mild moderate severe
        extra additional maintenance loading starting initial weekly dosing pulse cycle cycles rest break free
        interval hold stop skip increase decrease reduce taper adjust according level levels sugar glucose
        reading result results weight height age child children adult adults infant baby home school work bed
        sleep food meal meals stomach empty full glass small large amount amounts size sized
        """
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
