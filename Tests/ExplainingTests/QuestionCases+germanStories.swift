/// German questions that were written after the rules. The rules were then adapted to those that they missed.
extension QuestionCases {
    static let germanStories = lines(
        """
        meine oma hat heute ihre tabletten zweimal bekommen
        ich hab grad ne handvoll pillen genommen
        gerade sechs stück runtergeschluckt
        papa hat seine abenddosis morgens und dann nochmal abends genommen
        gestern doppelt genommen ist das schlimm
        ich hab meiner tochter doppelt so viel gegeben
        hatte drei dosen in einer stunde
        mein neffe hat zwei tabletten zerkaut
        die katze hat meine creme abgeleckt
        die kleine hat die flasche erwischt und sie ist leer
        ich krieg keinen atem mehr
        habe probleme zu atmen
        es fühlt sich an als ob ich ersticke
        das atmen ist seit gestern schwer
        meine lippen und die zunge fühlen sich dick an
        rachen schwillt an
        meine augenlider sind geschwollen
        meine brust fühlt sich an wie zugeschnürt
        ein drückendes gefühl in meiner brust
        mein herz schlägt wie verrückt
        mein herz hört nicht auf zu rasen
        kann meine linke seite nicht bewegen
        ich spüre meine beine nicht
        sie hat schaum am mund
        er zuckt und reagiert nicht
        mein mann wird nicht wach
        meine frau ist kaum bei bewusstsein
        oma ist gestürzt und bewegt sich nicht
        ich glaub ich werde ohnmächtig
        mir wird schwarz vor augen
        in meinem erbrochenen ist blut
        nasenbluten das nicht aufhört
        überall große rote quaddeln
        meine haut geht ab
        ich hab keine lust mehr auf das leben
        ich möchte nicht mehr da sein
        ich denke daran, allem ein ende zu machen
        was ist der einfachste weg damit zu sterben
        wie viele brauche ich um nie mehr aufzuwachen
        keiner würde mich vermissen
        ich verletze mich wieder selbst
        stimmen sagen mir ich soll leuten weh tun
        habe jemand anderem seine tabletten genommen
        zu viel gespritzt
        hab die pillen vertauscht und die falschen erwischt
        hatte aus versehen eine zu viel
        zuckerwert 38 und ich zittere
        temperatur von 41
        bitte helfen sie er läuft lila an
        ich hab alle meine tabletten genommen
        bringen mich 20 tabletten um
        ich hab den ganzen hustensaft getrunken
        meine schwester hat meine blutdrucktabletten geschluckt
        weiß nicht ob ich die dosis doppelt genommen habe
        was mache ich bei einer überdosis
        habe das spray ungefähr 30 mal benutzt
        doppelte menge insulin gespritzt
        das kleinkind hat an einem pflaster gelutscht
        unser hund hat die packung gefressen
        opa hat die medikamente von oma genommen
        ich hab von den augentropfen getrunken
        ohrentropfen aus versehen geschluckt
        mein hals wird immer enger
        meine zunge wird größer
        hals und gesicht schwellen an
        es wird schwierig luft zu holen
        schnappe nach luft
        ich keuche stark
        stechender schmerz in der brust beim atmen
        schmerz zieht in den linken arm
        als ob ein elefant auf meiner brust sitzt
        herz klopft sehr stark
        sein halbes gesicht hängt runter
        er kann seit heute früh nicht richtig sprechen
        sie hatte vor einer stunde einen anfall
        mein sohn hat krämpfe am ganzen körper
        war eine minute bewusstlos
        so müde dass ich nicht wach bleiben kann
        heute schon zweimal umgekippt
        heute morgen blut gehustet
        mein stuhl ist schwarz
        mein zahnfleisch blutet stark
        lila ausschlag der sich ausbreitet
        blasen auf den lippen
        die haut an meinen händen schält sich
        gelbe haut und augen
        ich bin suizidgefährdet
        denke daran mich zu töten
        was wenn ich alle auf einmal nehme
        ich will dass es aufhört
        hilfe ich hab zu viele genommen
        kann man davon sterben
        starke bauchschmerzen
        kann nicht aufhören zu erbrechen
        auf einem auge sehe ich nichts mehr
        schlimmste schmerzen die ich je hatte
        zucker auf 35 gefallen
        schicken sie bitte einen krankenwagen
        mein hals juckt und geht zu
        kopf gestoßen und ich nehme marcumar
        12 tabletten geschlukt
        sie hat den ganzen saft ausgetrunken
        mein junge hat eine pille in den mund genommen und geschluckt
        sollte 1 nehmen hab aber 3 genommen
        morgens und abends dosis zusammen genommen aus versehen
        flasche verwechselt und das falsche mittel genommen
        zwei pflaster gleichzeitig geklebt
        kann meinen arm nicht bewegen
        er lallt nur noch
        sie zittert am ganzen leib und antwortet nicht
        er ist im bad zusammengeklappt
        fiebert und redet wirres zeug
        erbricht wie kaffeesatz
        starker ausschlag und fieber
        das leben ist es nicht wert
        ich wäre lieber tot
        ich werde sie alle nehmen
        lebt wohl alle zusammen
        ich will einschlafen und nicht mehr aufwachen
        wie viel wäre tödlich
        notfall bitte
        wen rufe ich bei vergiftung an
        blutzucker sehr niedrig
        das baby hat eine tablette im mund
        mann hat aus versehen meine herztablette genommen
        ich verblute
        vier statt zwei genommen
        viel zu viele hübe genommen
        drei pflaster drauf
        meine frau hat die halbe flasche getrunken
        an der tablette verschluckt und krieg keine luft
        engegefühl im brustkorb und schmerzen im kiefer
        linke körperhälfte schwach
        redet komisch und mundwinkel hängt
        mein vater ist kollabiert
        sie wird nicht wach wenn ich sie schüttle
        ein anfall nach dem anderen
        fieber und steifer nacken
        hellrotes blut auf dem klo
        ich sehe dinge die nicht da sind
        augen sind gelb geworden
        ich will nicht mehr hier sein
        rettungsdienst rufen
        mama hat ihre ganze wochendosis genommen
        kind hat an der tablette geleckt
        hab wohl die abendtabletten zweimal genommen
        opa liegt am boden und antwortet nicht
        mir wurde schwarz vor augen und ich bin umgefallen
        kann nicht mehr
        meine 3 jahre alte enkelin hat herztabletten gegessen
        der kleine hat die pille runtergeschluckt
        herzrhythmus spielt verrückt
        atmung sehr flach
        ich kann meinen mann nicht aufwecken
        er hat sich mit tabletten was angetan
        meine tochter hat sich geritzt
        mein kind hat spülmaschinentabs gegessen
        reinigungsmittel getrunken
        Ich hab versehntlich 2 genomen
        keine luuuft
        ich bekome keine lufft
        meine brust schmerzt
        Halsschwellung nach der Einnahme
        Zunge wird dick
        Gesicht angeschwollen nach Tablette
        Ich habe Todesangst und mein Herz rast
        Mein Baby ist ganz schlapp und trinkt nicht
        schwere allergie nach der ersten tablette
        Mein dreijähriger Sohn hat möglicherweise einige meiner Betablocker geschluckt
        Wir haben leere Blister neben unserem Kleinkind gefunden
        Meine Frau hat sich doppelt so viel Insulin gespritzt wie sonst
        Ich habe heute versehentlich die Tabletten für den ganzen Tag auf einmal eingenommen
        Was passiert, wenn man eine ganze Schachtel davon nimmt?
        Meine Mutter ist dement und hat ihre Tabletten wohl zweimal genommen
        Der Hund hat das ganze Fläschchen leergeleckt
        Ich habe die Tropfen meines Kindes mit meinen verwechselt
        Mein Vater hat sich bei der Dosis vertan und viel zu viel genommen
        Seit der Einnahme bekomme ich schlecht Luft
        Beim Atmen pfeift es und mir wird eng
        Meine Tochter japst nach Luft
        Nach der ersten Tablette ist mein Gesicht ganz dick geworden
        Mein Mund und meine Zunge schwellen an
        Ich habe am ganzen Körper Quaddeln und mir ist schwindelig
        Mein Mann klagt über starke Schmerzen in der Brust, die in den Arm ausstrahlen
        Ich spüre einen Druck auf der Brust seit einer Stunde
        Mein Puls ist bei 180
        Mein Herz stolpert und ich habe Angst
        Meine Oma spricht plötzlich ganz undeutlich
        Bei meinem Vater hängt der linke Mundwinkel
        Sein rechter Arm ist plötzlich taub
        Plötzlich kann ich auf dem rechten Auge nichts sehen
        Meine Schwester ist ohnmächtig und ich weiß nicht, was ich tun soll
        Er ist nicht bei Bewusstsein
        Meine Mutter lässt sich nicht aufwecken
        Das Kind krampft seit fünf Minuten
        Mein Bruder hatte gerade einen Krampfanfall
        Er hat Schaum vorm Mund
        Opa ist völlig verwirrt und erkennt uns nicht
        Sie sieht Leute die nicht da sind
        Ich überlege, mir das Leben zu nehmen
        Ich will einfach nicht mehr
        Mein Leben hat keinen Sinn mehr
        Ich habe vor mich umzubringen
        Reichen 30 Tabletten um zu sterben?
        Meine Freundin hat gedroht sich etwas anzutun
        Ich schneide mir in die Arme
        Meine Haut ist voller Blasen und schält sich
        Aus der Wunde kommt immer mehr Blut, es hört nicht auf
        Ich habe Nasenbluten seit einer Stunde und nehme Blutverdünner
        Ich übergebe mich und da ist Blut dabei
        Der Stuhl ist pechschwarz
        Ich habe Blut im Urin
        Mein Kind ist vom Wickeltisch auf den Kopf gefallen
        Meine Augen sind ganz gelb
        Blutzucker 32
        Sie ist unterzuckert und nicht mehr ansprechbar
        Das Baby hat 41 Grad Fieber
        Mein Nacken ist steif und ich habe hohes Fieber
        Das ist ein medizinischer Notfall
        Bitte schnell einen Notarzt
        Brauche Hilfe, schnell
        Soll ich den Rettungswagen rufen?
        welche nummer hat der giftnotruf
        ist die menge giftig
        er hat rattengift gegessen
        Mein Kind hat Klebepflaster von Oma aufgegessen
        Ich habe aus Versehen das Zäpfchen geschluckt
        habe mir die falsche spritze gegeben
        hab mich bei der dosierung verrechnet und zuviel gespritzt
        ich habe 3 statt 1 tablette geschluckt
        hab 15 tabletten ibu genommen
        habe gestern abend ne ganze packung schlaftabletten geschluckt
        ich hab schon wieder vergessen dass ich sie hatte und nochmal genommen
        ich glaub ich hab ne überdosiss
        meine brust brennt und drückt
        krieg kein luft
        kan nicht atmen
        meine zunge ist geschwolen
        mein man ist bewustlos
        ich wil sterben
        herz rasst
        sie atmed nicht
        schlag anfall
        kind hat tabletten geschlukt
        """)

    static let germanMoreOrdinary = lines(
        """
        Um wie viel Uhr muss ich die Tabletten nehmen?
        Ich nehme morgens eine Tablette, ist das richtig?
        Kann ich meine Tablette auch im Stehen einnehmen?
        Wie viele Tage soll ich das Antibiotikum nehmen?
        Muss ich die Tropfen mit Wasser verdünnen?
        Darf ich Kaffee dazu trinken?
        Wird die Tablette zweimal täglich eingenommen?
        Ist das ein Blutdruckmittel?
        Macht das Blut dünner?
        Ist das Medikament gegen Herzrhythmusstörungen?
        Nehme ich die Wassertablette morgens oder abends?
        Ist das auch für Katzen?
        Kann mein Hund davon Durchfall bekommen?
        Hilft die Salbe bei Juckreiz?
        Wie dick soll ich die Salbe auftragen?
        Darf die Creme ins Gesicht?
        Muss ich vor dem Sprühen einatmen?
        Wie inhaliere ich richtig?
        Wie viele Hübe am Tag?
        Wie lange nach dem Öffnen haltbar?
        Kann ich die Tabletten in Deutschland nachbestellen?
        Ist das Rezept noch gültig?
        Wie oft kann ich das Rezept einlösen?
        Steht da etwas über Alkohol?
        Was heißt nüchtern einnehmen?
        Was bedeutet 1-0-1?
        Wie viel Milligramm hat eine Tablette?
        Für wen ist das Medikament?
        Mein Mann nimmt auch Blutdrucktabletten, geht das zusammen?
        Ich trinke gern ein Glas Wein, ist das erlaubt?
        Ich habe die Tablette um 8 Uhr genommen, wann die nächste?
        Ich habe vor 2 Stunden eine Tablette genommen, darf ich jetzt Milch trinken?
        Ich habe meine Tablette heute schon genommen
        Soll ich sie regelmäßig nehmen oder nur bei Bedarf?
        Kann ich nach der Einnahme schlafen?
        Ich kann schlecht schlafen
        Ich kann die Tablette nicht schlucken, darf ich sie zerkleinern?
        Mein Rücken tut weh
        Mir ist schwindelig
        Ich habe Durchfall seit gestern
        Meine Nase läuft
        Ich bin 75 Jahre alt, ist die Dosis richtig?
        Ich wiege 60 kg, wie viel darf ich nehmen?
        Wo soll ich die Packung aufbewahren?
        Wohin mit alten Tabletten?
        Die Packung ist leer, was nun?
        Die Flasche ist fast leer
        Ich finde die Anweisung nicht
        Das Etikett ist unleserlich
        Kannst du mir das Etikett vorlesen?
        Können Sie mir sagen, wann ich sie nehmen soll?
        Wer kann mir helfen, das zu lesen?
        Was sind das für Tabletten?
        Gibt es das auch als Saft?
        Sind da Farbstoffe drin?
        Ist es vegan?
        Darf ich danach Auto fahren oder Maschinen bedienen?
        Wie schnell muss ich die Packung aufbrauchen?
        Darf ich das in den Urlaub mitnehmen?
        Ich fliege nach Amerika, wann nehme ich sie dann?
        Kann ich damit Sport treiben?
        Verträgt sich das mit der Pille?
        Kann ich schwanger werden, wenn ich das nehme?
        Schadet es der Leber?
        Ich soll die Dosis langsam erhöhen, wie mache ich das?
        Wie schleiche ich das aus?
        Ab wann kann ich aufhören?
        Wie heißt der Arzt, der das verschrieben hat?
        Welche Apotheke war das?
        Auf dem Etikett steht bid, was ist das?
        Ist 5 ml ein Teelöffel?
        Tut die Spritze weh?
        In welchen Arm kommt die Spritze?
        Kann ich sie auch in den Bauch spritzen?
        Ist die gelbe Tablette für die Haut?
        Soll ich die rote oder die blaue Tablette zuerst nehmen?
        Danke für die Hilfe
        Hat jemand Erfahrung damit?
        Was ist besser, morgens oder abends?
        Nach der Mahlzeit oder davor?
        Welche Nebenwirkungen sind häufig?
        Ich habe Angst vor Nebenwirkungen
        Ist das ein starkes Schmerzmittel?
        Wann lässt die Wirkung nach?
        Warum soll ich es vor dem Schlafen nehmen?
        Ich nehme noch ein anderes Medikament gegen Zucker
        Mein Kind mag den Geschmack nicht, darf ich es mit Saft mischen?
        Mein Kind ist 4 Jahre alt, wie viel Saft bekommt es?
        Wie viele Milliliter Saft für ein Kind mit 15 Kilo?
        Mein Hund heißt Bello
        Darf die Katze in die Nähe der Creme?
        Die Tropfen brennen im Auge, ist das normal?
        Soll ich den Kopf in den Nacken legen?
        Auf welche Seite soll ich mich legen?
        Wohin klebe ich das Pflaster?
        Wie oft wechsle ich das Pflaster?
        Darf ich mit dem Pflaster duschen?
        Muss ich vor dem Spritzen desinfizieren?
        Muss das Insulin in den Kühlschrank?
        Wie viele Einheiten Insulin spritze ich?
        Kann ich das Spray auch bei Schnupfen nehmen?
        Gegen welche Schmerzen hilft das?
        Hilft es bei Rückenschmerzen?
        Hilft das bei Herzschwäche?
        Ist das eine Herztablette?
        Ist das ein Mittel für das Herz?
        Blutdruck senken, ist das richtig?
        Wird das Blut verdünnt?
        Soll ich die Tablette vor der Blutabnahme nehmen?
        Muss ich regelmäßig zur Blutkontrolle?
        Ich habe eine Allergie gegen Penicillin, ist da welches drin?
        Ich bin allergisch gegen Nüsse
        Muss ich mich schonen?
        Darf ich in die Sauna gehen?
        Kann ich heute Abend feiern gehen?
        Kann ich mit der Einnahme bis morgen warten?
        Ich möchte die Tabletten nicht mehr nehmen
        Ich will das nicht mehr nehmen
        Wie beende ich die Behandlung?
        Wann ist die Behandlung zu Ende?
        Muss ich bis zum Ende der Packung weitermachen?
        Wo finde ich die Chargennummer?
        Ist die Tablette teilbar?
        Löst sich die Tablette in Wasser auf?
        Schmeckt der Saft bitter?
        Darf ich danach etwas essen?
        Soll ich etwas dazu essen?
        Wer bezahlt das Rezept?
        Wie spreche ich den Namen aus?
        Kann mir jemand die Zeile 3 erklären?
        Ich verstehe die Anweisung nicht
        Ich kann das nicht lesen
        Ist das ein Nasenspray gegen Heuschnupfen?
        Meine Mutter nimmt morgens zwei und abends eine Tablette, stimmt das?
        Wie viele Tropfen nimmt ein Erwachsener?
        Ist Ingwertee dazu erlaubt?
        Darf ich das vor dem Fliegen nehmen?
        Wie alt darf die angebrochene Flasche sein?
        Wie werde ich die Reste los?
        """)
}
