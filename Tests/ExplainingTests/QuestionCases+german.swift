extension QuestionCases {
    static let germanEmergencies = lines(
        """
        Ich habe zu viele Tabletten genommen
        ich hab zu viele tabletten genommen
        habe zuviele Tabletten geschluckt
        Zu viele Tabletten habe ich genommen
        Ich habe zu viel davon eingenommen
        zuviel genommen
        Er hat zu viel genommen
        Meine Mutter hat zu viele Pillen genommen
        Ich habe aus Versehen zwei Tabletten genommen
        Aus Versehen habe ich die doppelte Dosis genommen
        Versehentlich doppelt genommen
        habe die Tablette versehentlich zweimal genommen
        Ich habe die doppelte Menge eingenommen
        Statt einer habe ich drei Tabletten genommen
        Ich habe 10 Tabletten auf einmal genommen
        ich habe zehn pillen geschluckt
        20 Tabletten geschluckt
        Ich habe die ganze Packung geschluckt
        die ganze Schachtel genommen
        Sie hat alle Tabletten auf einmal genommen
        Überdosis
        Ueberdosis
        uberdosis
        ÜBERDOSIS!!!
        Was tun bei Überdosierung?
        ich habe überdosiert
        Habe mehr genommen als auf dem Etikett steht
        Ich habe mehr Tropfen genommen als ich sollte
        Hab vergessen dass ich sie schon genommen habe und noch eine genommen
        Ich habe die falschen Tabletten genommen
        falsches Medikament eingenommen
        Ich habe die Tabletten meines Mannes genommen
        Ich habe ihr das falsche Medikament gegeben
        Ich habe die Tabletten verwechselt
        zu viel Insulin gespritzt
        Mein Kind hat eine Tablette verschluckt
        Mein Sohn hat meine Tabletten gegessen
        Meine Tochter hat den Hustensaft ausgetrunken
        Das Baby hat eine Pille im Mund
        Kleinkind hat Tabletten gefunden und gegessen
        Meine 2-jährige Tochter hat Tabletten gegessen
        Mein Kind war an den Medikamenten
        Unser Hund hat die Tabletten gefressen
        Die Katze hat an der Salbe geleckt
        Opa hat Omas Tabletten genommen
        Ich habe die Augentropfen getrunken
        Ist das giftig? Ich habe es getrunken
        Vergiftung
        Giftnotruf
        Er hat sich vergiftet
        Ich bekomme keine Luft
        ich krieg keine luft
        Ich kriege keine Luft mehr
        bekomme kaum noch Luft
        Atemnot
        Atemnot seit der Einnahme
        ich kann nicht atmen
        Ich kann nicht mehr atmen
        kann kaum atmen
        Das Atmen fällt mir schwer
        Mir faellt das Atmen schwer
        Sie atmet nicht mehr
        er atmet nicht
        er ringt nach Luft
        Ich ersticke
        Er läuft blau an
        blaue Lippen
        Ihre Lippen sind blau
        Mein Hals schwillt zu
        Mein Hals ist zugeschwollen
        Mein Gesicht ist geschwollen
        geschwollenes Gesicht
        mein gesicht schwillt an
        Meine Zunge schwillt an
        geschwollene Zunge
        Die Lippen sind geschwollen
        Schwellung im Gesicht
        allergische Reaktion
        starke allergische Reaktion auf die Tablette
        allergischer Schock
        Brustschmerzen
        Ich habe Brustschmerzen
        Schmerzen in der Brust
        starke Schmerzen im Brustkorb
        Meine Brust tut weh
        Mir tut die Brust weh
        Druck auf der Brust
        Engegefühl in der Brust
        Engegefuehl in der Brust
        Stechen in der Brust
        Herzinfarkt
        Mein Herz rast
        Herzrasen
        Herzstillstand
        Schmerzen im linken Arm
        Schlaganfall
        Ist das ein Schlaganfall?
        Ihr Gesicht hängt auf einer Seite
        Mundwinkel hängt herunter
        Meine linke Seite ist taub
        mein Arm ist taub
        Er kann nicht mehr sprechen
        sie lallt
        halbseitig gelähmt
        Er ist bewusstlos
        bewußtlos
        Sie ist ohnmächtig geworden
        in Ohnmacht gefallen
        Oma ist umgekippt
        Papa ist zusammengebrochen
        Er wacht nicht auf
        Ich kann ihn nicht wecken
        Er reagiert nicht
        Sie ist nicht ansprechbar
        Krampfanfall
        Mein Kind krampft
        epileptischer Anfall
        Sie hat Schaum vor dem Mund
        ich habe Halluzinationen
        plötzlich verwirrt
        Ich sehe nichts mehr
        plötzlich blind
        Ich will sterben
        ich will nicht mehr leben
        ich möchte nicht mehr leben
        Ich will mich umbringen
        ich bringe mich um
        Selbstmord
        Ich habe Suizidgedanken
        Wie viele Tabletten braucht man zum Sterben
        tödliche Dosis
        Welche Menge ist toedlich?
        Ich will mir etwas antun
        Ich ritze mich
        Ich sterbe
        Ausschlag am ganzen Körper
        schwerer Ausschlag
        Blasen im Mund
        Meine Haut löst sich ab
        Ich blute stark
        Die Blutung hört nicht auf
        es hört nicht auf zu bluten
        starke Blutung
        Nasenbluten hört nicht auf
        Ich erbreche Blut
        Er hat Blut erbrochen
        Blut gespuckt
        ich huste Blut
        Blut im Stuhl
        schwarzer Stuhl
        Auf den Kopf gefallen, nimmt Blutverdünner
        gelbe Augen
        Unterzuckerung
        Zucker ist bei 40
        41 Fieber
        schlimmste Kopfschmerzen meines Lebens
        Notfall
        Es ist ein Notfall
        Notarzt
        Rufen Sie einen Krankenwagen
        Soll ich die 112 anrufen?
        Hilfe
        Hilfe!!!
        Hilfe, mein Kind hat alles getrunken
        Ich brauche sofort Hilfe
        Brustschmertzen
        Atemnott
        Überdosiss
        er ist bewustlos
        Schlagamfall
        Vergifftung
        Krampfanfal
        Mein Kind hat eine Tablette verschlukt
        Ich lese gerade das Etikett, und übrigens tut mir seit der Einnahme die Brust weh, wie oft soll ich sie nehmen?
        Ich habe eine overdose genommen
        Mein Kind hat chest pain
        """)

    static let germanOrdinary = lines(
        """
        Wann soll ich die Tablette nehmen?
        Darf ich dazu Milch trinken?
        Wie oft am Tag?
        Wie viele Tabletten am Tag?
        Wie viele Tabletten soll ich nehmen?
        Soll ich eine oder zwei Tabletten nehmen?
        Vor oder nach dem Essen?
        Auf nüchternen Magen?
        Muss ich die Tablette ganz schlucken?
        Darf ich die Tablette teilen?
        Kann man die Kapsel öffnen?
        Wie lange muss ich das nehmen?
        Darf ich Auto fahren?
        Darf ich Alkohol trinken?
        Kann ich es mit Ibuprofen zusammen nehmen?
        Wofür ist das Medikament?
        Was steht auf dem Etikett?
        Was bedeutet „bei Bedarf“?
        Wie bewahre ich es auf?
        Muss es in den Kühlschrank?
        Wie lange ist es haltbar?
        Ich habe eine Tablette vergessen, was soll ich tun?
        Ich habe heute Morgen vergessen, sie zu nehmen
        Was mache ich, wenn ich eine Dosis vergessen habe?
        Ich bin schwanger, darf ich das nehmen?
        Darf ich das in der Stillzeit nehmen?
        Ist das für Kinder geeignet?
        Darf mein Kind das nehmen?
        Darf ich meinem Hund das geben?
        Soll ich ihr das nicht mehr geben?
        Hat das Nebenwirkungen?
        Macht das müde?
        Mir ist übel
        Ich habe Kopfschmerzen
        Ich habe Husten
        Ich bin müde von der Tablette
        Wann wirkt es?
        Wirkt es rasch?
        Wie schnell wirkt das?
        Ist das ein Antibiotikum?
        Muss ich die Packung zu Ende nehmen?
        Kann ich das Medikament absetzen?
        Darf ich die Dosis erhöhen?
        Ist die Dosis zu hoch?
        Kann ich es morgens statt abends nehmen?
        Wie heißt das Medikament?
        Wie stark ist die Tablette?
        Wie viele Tabletten sind in der Packung?
        Wie wende ich die Salbe an?
        Wie viele Tropfen ins Auge?
        In welches Auge?
        Muss ich den Saft schütteln?
        Kann ich es mit Wasser nehmen?
        Soll ich sie mit viel Wasser nehmen?
        Geht das auch mit Orangensaft?
        Darf ich Grapefruit essen?
        Darf ich in die Sonne?
        Darf ich Sport machen?
        Ist es gut gegen Bluthochdruck?
        Hilft das gegen Fieber?
        Was ist der Wirkstoff?
        Ist da Laktose drin?
        Wer hat das verschrieben?
        Welche Warnhinweise gibt es?
        Guten Tag, eine Frage zur Einnahme
        Danke
        Nehme ich die zweite Tablette abends?
        Zwei Tabletten morgens und eine abends?
        Muss ich nüchtern sein?
        Zwischen den Mahlzeiten?
        Wie groß ist der Abstand zwischen den Dosen?
        Reicht eine Tablette?
        Ist es schlimm, wenn ich sie später nehme?
        Kann ich die Tablette zerkleinern?
        Nach wie vielen Stunden darf ich die nächste nehmen?
        Mein Arzt hat mir zwei Tabletten verschrieben
        Ist das Mittel bald leer?
        Die Tablette ist rot, ist das richtig?
        Das Bad ist nass, schadet das der Packung?
        Muss ich den Arm vorher waschen?
        Hat die Tablette eine Bruchrille?
        Ist das eine Not-Reserve oder die normale Packung?
        """)
}
