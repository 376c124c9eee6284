extension QuestionTriage {
    /// Thoughts of self-harm in German.
    static let germanSelfHarm = PhrasePattern.all(
        """
        suizid*; suicid*; selbstmord*; selbsttöt*; freitod; =lebensmüde|=lebensmüder; umbring*; bringe|bring|bringt
        mich|sich … =um; mich|sich|uns … töten|umbringen|umzubringen|erhängen|aufhängen|erschießen|vergiften|=ritzen;
        =ritze|=ritzt|=ritzen|=geritzt … mich|sich|arm*|haut|mir; mich|sich … =ritze|=ritzt|=ritzen|geritzt|
        aufgeschnitten; will|möchte|würde|wünschte|lieber|wollte|wär|wäre … =sterben|=tot|tod; =sterben|=tot … will|
        möchte|wäre; nicht|nimmer|kein|=keine … mehr|länger|weiter … =leben|weiterleben|aufwachen|existieren|
        weitermachen|=dasein; =nicht mehr =da|=hier =sein|bleiben; nicht|nimmer weiterleben|weitermachen; lust|grund|
        sinn|kraft|wille|mut … =leben|weiterleben|weiterzuleben|lebens; leben … =sinn|sinnlos|=ende|beenden|nehmen|
        genommen|wert|lebenswert; =keinen|=kein|=keine ausweg|lebenswillen|lebensmut; lebenswillen|lebensmut; mir|sich|
        mich … etwas|=was|leid … antun|antue|antut|angetan|anzutun; mich|mir|sich selbst verletz*|weh*|schneid*;
        selbstverletz*; verletze|schneide =mich; verletzt|schneidet =sich … selbst; mich|mir|sich … verletzen|wehtun &
        will|möchte|muss|könnte|werde; mich|mir|sich … =weh =tun & will|möchte|muss|könnte|werde; besser … ohne mich;
        ohne mich besser; besser … =tot; =tot … besser; tödlich*; =letal*; =lethal*; zum =sterben; wie viel|viele …
        =sterben|=tot|umzubringen; viel|viele|menge|dosis & =sterben; kann|könnte … daran|davon|damit … =sterben;
        abschiedsbrief*; =lebt|=leb =wohl; lebewohl; nehme abschied; abschied nehmen; alles|allem … beenden|=ende|
        =vorbei|=schluss & will|möchte|=soll|würde; =ein =ende … machen|setzen|bereiten; =ende =zu setzen|machen|
        bereiten; will|möchte … =es|=alles … aufhört|aufhören|=vorbei; will … =schluss machen; =schluss machen … allem|
        leben|mir; macht|mache|=mach =schluss … allem|leben|=ihm|=mir; nie|nicht|niemals mehr|wieder aufwach*|
        aufzuwach*; =für =immer schlafen|einschlafen; absichtlich|absicht & =genommen|geschluckt|eingenommen; brücke|
        dach|fenster|hochhaus … springen|spring|runter; springe|springen … brücke|dach|fenster; =vor … =zug … werfen|
        werfe|schmeißen|springen; pulsader*; halte|ertrage|halt … nicht mehr =aus; ertrage … nicht mehr; =kann nicht
        mehr $; =will|=mag|=kann _ nicht mehr $; schneide|schneidet|geschnitten|schnitt mir|mich|sich … =arm|=arme|
        unterarm*|handgelenk*|=bein|=beine; niemand|keiner … vermiss*; stimmen … töten|verletz*|=weh|befehl*|sagen|
        flüstern; hoffnungslos; alles … =keinen sinn; =weg =sein & =will|möchte; overdose|überdosis … absicht*|nehmen
        """, spelling: .german)

    /// Emergencies in German.
    static let germanEmergencies =
        germanOverdose + germanPoison + germanBreathing + germanHeart + germanMind + germanBody

    private static let germanOverdose = PhrasePattern.all(
        """
        überdos*; overdos*; zu =viel|=viele|=vielen|viele|hohe & =genommen|genommen|eingenommen|geschluckt|verschluckt|
        gegeben|gespritzt|getrunken|verabreicht|bekommen|=erwischt|gefressen|=gegessen|inhaliert|gesprüht|=intus|
        aufgetragen|geklebt; zuviel|zuviele|zuvieles|zuvil & =genommen|genommen|eingenommen|geschluckt|verschluckt|
        gegeben|gespritzt|getrunken|verabreicht|bekommen|=erwischt|gefressen|=gegessen|inhaliert; zu =viel|=viele|viele
        … *tablette|*tabletten|pille|pillen|kapsel*|tropfen|insulin|medikament*|medizin|dosis|dosen|hübe|mittel|
        schmerzmittel|schlaftablette*|saft; zuviel|zuviele … *tabletten|pillen|kapsel*|tropfen|insulin|medikament*|
        medizin|dosis|hübe|mittel|schmerzmittel|schlaftablette*; =mehr & =als & =genommen|genommen|eingenommen|
        geschluckt|gespritzt|verabreicht|inhaliert|gegeben; doppelt|doppelte|doppelten|=doppel|dreifach|dreifache|
        vierfache|zehnfache|vielfache & genommen|eingenommen|geschluckt|gegeben|verabreicht|gespritzt|bekommen|
        =erwischt|getrunken|versehentlich|versehen|irrtümlich|=dosiert; habe|hab|hat|haben|hatte|=habt & zweimal|
        dreimal|viermal|mehrmals & genommen|eingenommen|geschluckt|gegeben|gespritzt|bekommen|gekriegt; =zwei|=drei|
        =vier|=fünf|2|3|4|5|6|8|10 dosen|*tabletten|pillen|hübe & stunde|stunden & =hatte|=hatten; 10|12|15|20|25|30|40|
        50|=zehn|zwanzig|dreißig =mal|hübe & benutzt|gesprüht|inhaliert|genommen|gezogen; =zwei|=drei|2|3 =mal & habe|
        hab|hat|haben & genommen|eingenommen|geschluckt|gegeben; versehentlich|versehen|verseen|irrtümlich*|irrtum|
        unabsichtlich|fälschlich*|ungewollt|dummerweise & genommen|eingenommen|geschluckt|verschluckt|gegeben|gespritzt|
        getrunken|=gegessen|inhaliert|doppelt|doppelte|zweimal|=zwei|=drei|falsche|falsches|verabreicht|erwischt|
        gefressen|zuviel|=viel|=viele; =vier|=fünf|=sechs|=sieben|=acht|=neun|=zehn|=elf|=zwölf|fünfzehn|zwanzig|
        dreißig|vierzig|fünfzig|sechzig|hundert|4|5|6|7|8|9|10|11|12|14|15|16|18|20|24|25|28|30|40|50|60|80|90|100|
        mehrere|etliche|paar|handvoll|menge|haufen _ *tablette|*tabletten|*pillen|kapsel*|dosen|stück|tropfen|hübe|
        davon|*pflaster|paracetamol|ibuprofen|=ibu|aspirin|diazepam|tramadol|tilidin|valium|=tavor|schmerzmittel|
        schlafmittel|tbl|tabs & genommen|eingenommen|geschluckt|verschluckt|gespritzt|eingeworfen|=intus|=drauf|
        =gegessen|runtergeschluckt|geklebt|inhaliert; =zwei|=drei|2|3|beide _ *tabletten|*pillen|kapsel*|dosen|stück|
        hübe|davon|pflaster & geschluckt|verschluckt|eingeworfen; =zwei|=drei|2|3 _ *tabletten|*pillen|kapsel*|dosen|
        stück|hübe|davon|pflaster|spritzen & habe|hab|hat|haben|hatte|gleichzeitig|=einmal & genommen|eingenommen|
        gespritzt|geklebt|gegeben|inhaliert; =zwei|=drei|=vier|=fünf|=sechs genommen|eingenommen|geschluckt|gespritzt &
        habe|hab|hat|haben|hatte; gleich|schon|bereits|insgesamt|sogar|etwa|ungefähr|rund|mindestens =zwei|=drei|=vier|
        =fünf|=sechs|=sieben|=acht|=zehn|=zwölf|zwanzig|2|3|4|5|6|7|8|9|10|12|15|20|30|40|50 … genommen|eingenommen|
        geschluckt; sollte|sollten|durfte & =aber|=habe|=hab|=hat & genommen|eingenommen|geschluckt|gegeben; passiert &
        =ganze|=ganzen|=alle|doppelte|mehrere|=viele & nimmt|nehme|nehmen|schluckt|schlucke; werde|würde|will … =alle|
        =alles … nehmen|schlucken|einnehmen; =statt|anstatt|=anstelle & genommen|eingenommen|geschluckt|gespritzt|
        gegeben; ganze|ganzen|ganz|gesamte|komplette|halbe|volle|restliche … packung|schachtel|flasche|blister|streifen|
        tube|fläschchen|röhrchen|pillendose|dose|box|wochenration|wochendosis & genommen|eingenommen|geschluckt|
        getrunken|ausgetrunken|=gegessen|gefressen|geleert|verschluckt|=leer|=intus; packung|schachtel|flasche|blister &
        =leer|geleert & genommen|geschluckt|getrunken|eingenommen|=gegessen; =alle|sämtliche|=allen … *tabletten|
        *pillen|*medikamente|kapsel*|tropfen|davon|schlaftablette* & genommen|eingenommen|geschluckt|verschluckt|
        =gegessen|gefressen|getrunken|=weg|=leer; =alles|=alle & geschluckt|ausgetrunken|verschluckt|aufgegessen|
        eingenommen|runtergeschluckt; =alles =genommen|getrunken|=gegessen; =alles|=alle … =auf =einmal; =auf =einmal &
        genommen|eingenommen|geschluckt|getrunken|gespritzt; =noch =eine|=einmal|=mal|=zwei|=welche & genommen|
        eingenommen|geschluckt|gegeben|gespritzt; nochmal|nochmals|erneut & genommen|eingenommen|geschluckt|gegeben|
        gespritzt; zu früh|kurz|schnell|dicht|bald & genommen|eingenommen|gegeben|gespritzt; verwechselt|vertauscht|
        vertan & tablette*|medikament*|pille|pillen|flasche|packung|dose|tropfen|mittel|spritze*|insulin|medizin|
        genommen; falsch|falsche|falschen|falsches|falscher & genommen|eingenommen|geschluckt|gegeben|gespritzt|
        verabreicht|=erwischt|getrunken|bekommen; falsche|falschen|falsches|falscher|falschem medikament*|tablette*|
        pille|pillen|spritze|mittel|tropfen|medizin|dosis|insulin; =meines|=meiner|=meinem|=seines|=seiner|=deren|omas|
        opas|mamas|papas|fremde|fremden|jemandem|anderen … mannes|mann|frau|=mutter|=vater|vaters|oma|opa|=tochter|
        sohnes|bruders|=schwester|hundes|nachbarn|=nachbarin|freundes|=freundin|tablette*|medikament*|pillen & genommen|
        eingenommen|geschluckt|=gegessen; tablette*|medikament*|pillen … =von =meinem|=meiner|=jemand|=anderen|=oma|=opa
        & genommen|eingenommen|geschluckt; insulin & zu|zuviel|doppelt|doppelte|falsch|falsches|zweimal|versehentlich|
        versehen|verwechselt|nochmal & gespritzt|gegeben|genommen|viel|hoch|verabreicht|verwechselt; weiß|sicher|
        unsicher … =wie =viele|=viel … genommen|geschluckt; verzählt & genommen|tablette*|tropfen|insulin; zu =hohe|
        =hoch|=große dosis|dosiert|menge … genommen|gegeben|gespritzt|bekommen; überdosis|vergiftung
        """, spelling: .german)

    private static let germanPoison = PhrasePattern.all(
        """
        vergift*; giftig*; giftnot*; giftzentrale; giftinfo*; =gift; gegengift; toxisch; *rattengift|mäusegift|
        schneckengift|schneckenkorn|rattenköder; =kind|=kinder|=kindes|kleinkind*|=baby|säugling*|=sohn|=sohnes|
        =tochter|=junge|=bub|=mädchen|enkel*|=neffe|=nichte|=bruder|=schwester|=kleine|=kleiner|=kleinen|jährige*|
        jähriger|=jahre|=hund|=hunde|=katze|=kater|=welpe|haustier|kaninchen|=opa|=oma|=papa|=mama|=vater|=mutter|=mann|
        =frau|=freund|=freundin & verschluckt|geschluckt|runtergeschluckt; =kind|kleinkind*|=baby|säugling*|=sohn|
        =tochter|=junge|=bub|=mädchen|enkel*|=neffe|=nichte|=bruder|=schwester|=kleine|=kleiner|jährige*|jähriger|
        =jahre|=hund|=katze|=kater|=welpe|haustier|kaninchen|=opa|=oma|=papa|=mama & =gegessen|gegesen|aufgegessen|
        gefressen|gefuttert|genommen|eingenommen|getrunken|ausgetrunken|gelutscht|*geleckt|zerkaut|gekaut|zerbissen|
        gefunden|=erwischt|=leer|geleert|genascht|probiert|aufgeschleckt|aufgemacht|geöffnet & tablette*|pille|pillen|
        kapsel*|medikament*|medizin|tropfen|saft|hustensaft|sirup|salbe|creme|gel|*pflaster|packung|flasche|fläschchen|
        blister|*tropfen|alles|dose|schachtel|schmerzmittel|*tablette|*tabletten|*zäpfchen|spray|*pillen|*kapseln|
        mittel; =kind|kleinkind*|=baby|=sohn|=tochter|enkel*|=kleine|=kleiner|=hund|=katze|=welpe … =war|=ist|=ging|=kam
        … medikament*|tablette*|pillen|medizinschrank|arzneischrank|hausapotheke & =an|=dran|=ran|=bei|=in; =kind|
        kleinkind*|=baby|=sohn|=tochter|enkel*|=kleine|=kleiner|säugling*|=hund|=katze & tablette*|pille|pillen|kapsel*|
        pflaster|batterie|tube & =mund|=maul; tablette*|pillen|medikament* … fehlen|=fehlt|=weg & =kind|=baby|=sohn|
        =tochter|=hund|=katze|enkel*; *tropfen|nasenspray|salbe|creme|=gel|lotion|pflaster|zäpfchen|batterie*|reiniger|
        desinfektionsmittel|putzmittel|spülmittel|bleiche|mundwasser|franzbranntwein|nagellackentferner|
        *reinigungsmittel|*spülmittel|*waschmittel|*reiniger|spülmaschinentab*|lampenöl|*tabs & getrunken|geschluckt|
        verschluckt|=gegessen|gefressen|eingenommen|genascht; geleckt|abgeleckt|gelutscht & salbe|creme|pflaster|
        tablette*|=gel|tube; flasche|saft|sirup|hustensaft|fläschchen & ganze|ganzen|halbe|alles|=leer|komplett &
        getrunken|ausgetrunken|verschluckt; =kind|=baby|=sohn|=tochter|enkel*|=kleine|=kleiner & =alles|flasche|saft|
        sirup|hustensaft & getrunken|ausgetrunken; batterie|pflaster verschluckt; sekundenkleber|superkleber|*kleber|
        warzenmittel|=säure|=lauge|=chlor|=bleiche & =auge|=augen
        """, spelling: .german)

    private static let germanBreathing = PhrasePattern.all(
        """
        atemnot*; luftnot; =keine|=kein|=keien|=kaum|schlecht|schlechter|=wenig _ =luft; =nicht|=kaum … genug|genügend|
        ausreichend|richtig _ =luft; schwierig|anstrengend|mühsam … =luft; =keinen|=kein|=kaum … =atem; schwierig|
        anstrengend|mühsam … =atmen; =luft … bekomme|bekommt|kriege|kriegt|bekommen|kriegen|fehlt|=weg|knapp|
        abgeschnürt|ringt|ringe|schnappt & =keine|=kaum|=nicht|schlecht|schwer|=wenig|=nimmer|fehlt|=weg|knapp|=nach|
        =mir; ringt|ringe|ringen|schnappt|schnappe|schnappen|japst … =luft; =luft … =wird|geht|bleibt … =weg|knapp;
        =luft bleibt|=weg|knapp; =nicht|=kaum|schwer|schlecht|=nimmer|mühsam|schwerer|=nix & =atmen|atmet|=atme|=atment|
        atemn|einatmen|ausatmen & =kann|=fällt|=er|=sie|=ich|=mir|=kind|=baby|=kannn|=können|=mehr|=richtig|=mann|=frau|
        =oma|=opa|=mutter|=vater|=papa|=mama|=sohn|=tochter|=es; ^atmet|atmen|atme nicht|kaum|schwer|schlecht; =atmen|
        atmung|=atem … schwer|flach|unregelmäßig|stockt|aussetz*|setzt|pfeift|pfeifend|rasselt|schmerz*|stoppt|schnell;
        flache|schnelle|pfeifende|rasselnde|schwere atmung; =atmet|=atme … langsam|flach|schwer|kaum|=nicht|komisch|
        schnell|röchelnd|pfeifend; problem|probleme|schwierigkeiten|mühe|beschwerden … =atmen|atmung|=luft|luftholen;
        atemproblem*|atembeschwerde*|atemstillstand*|atemaussetz*|kurzatmig*|atemlos*|schnappatmung|atemschwierigkeit*|
        luftholen … schwer|=nicht|kaum; erstick*|=erstikt|ersticke; keuch*|röchel*|japst|japse; hyperventil*;
        asthmaanfall*; asthma anfall|attacke; asthmaattacke; =läuft|=laufe|=lief|=laufen … =blau; =blau angelaufen|
        anlaufen|geworden; wird|werden|=ganz =blau … gesicht|lippen|=im|=um; blau|blaue|blauen|bläulich|bläuliche|lila|
        violette … lippe|lippen|gesicht|finger|fingernägel|zunge|=mund; lippe|lippen|gesicht|finger|fingernägel|zunge …
        =blau|bläulich|=lila|violett; lippen|gesicht … =grau; halsschwell*|gesichtsschwell*|zungenschwell*|
        lippenschwell*|lidschwell*; schwell*|schwillt|schwilt|schwoll|geschwoll*|geschwol*|anschwell*|angeschwoll*|
        zugeschwoll*|zuschwell*|schwellung*|aufgedunsen*|aufgequollen* & gesicht*|lippe|lippen|zunge|=hals|=halse|
        rachen|kehle|=auge|augen|augenlid*|=lid|lider|=mund|kehlkopf|=kopf; gesicht|lippe|lippen|zunge|=hals|rachen|
        kehle … =wird|=werden|=ist|=sind|=ganz|=immer =dick|dicker|größer; lippen|zunge|lider|lid … =dick|dicke|dicker;
        gesicht =dick; dicke|dicker lippe|lippen|zunge|=hals; =hals|kehle|rachen|luftröhre … geht|macht|schnürt|=ist …
        =zu|zugeschnürt; =hals|kehle|rachen|luftröhre … zugeschnürt|zuschnürt|schnürt|verengt|enger|zugeschwollen|
        zuzieht|zuzugehen; kloß … =hals; engegefühl … =hals|rachen|kehle; angioödem*; quincke*; ödem … gesicht|=hals|
        zunge; allergisch* … reaktion*|schock|anfall; alergisch* reaktion*; reagiere|reagiert|reagierte … stark|heftig|
        schwer & allergisch; anaphyla*|anafila*|anaphil*; epipen|notfallpen|adrenalinpen|fastjekt|adrenalinspritze;
        heftige|heftigen|schwere|schweren|starke|starken … allergie|unverträglichkeit; allergieschock|allergieschok;
        =nichts|=kaum|=nicht =mehr … schlucken; =kaum schlucken; verschluckt … =luft|erstickt|husten
        """, spelling: .german)

    private static let germanHeart = PhrasePattern.all(
        """
        brustschmerz*; =brust|brustkorb|brustbein|=bruste|=burst & schmerz*|schmerzt|schmertz*|=weh|=druck|drückt|
        drück*|=eng|=enge|engegefühl|stech*|sticht|brenn*|beklemm*|beengt|zugeschnürt|schnürt|krampf*|zerreißt|zieht|
        =ziehen|gewicht|=last|stein|elefant; engegefühl|beklemmung|brustenge|enge … =brust|brustkorb|herz; brustenge;
        brustweh; =herz|herzschlag|herzrhythmus|herzchen & rast|=rasen|schmerz*|=weh|stech*|sticht|stolper*|stolpert|
        flatter*|pocht|klopft|hämmert|spinnt|aussetz*|=setzt|=steht|krampft|verrückt|schlägt|unregelmäßig|überschlägt|
        springt|drückt; herzrasen|herzschmerz*|herzstillstand*|herzstolper*|herzflimmer*|herzflattern|herzattacke*|
        herzanfall*|herzklopfen|herzstechen|herzinf*|herzkasper|herzversagen; herzin farkt; infarkt*; =puls … 30|35|140|
        150|160|170|180|190|200|210|220; =puls … rast|=rasen|jagt|schwach|=weg|unregelmäßig|=hoch|schnell; =kein|
        =keinen|=kaum|=schwacher =puls; linken|linker|linke|linkem =arm|arms|schulter … schmerz*|=weh|zieht|taub|
        kribbelt|=lahm|gelähmt; schmerz*|=weh|zieht|ziehen|taub … linken|linker|linke =arm|arms|schulter; schlaganfal*;
        schlag anfall; hirnschlag; gehirnschlag; hirnblutung*; halbseit*; linke|linken|linker|rechte|rechten|rechter|
        eine … körperhälfte|=seite|=arm|=bein|=hand … schwach|=lahm|kraftlos|=taub|pelzig; gelähmt*|lähmung*|lähmungs*;
        =taub|taube|tauber|taubheit*|pelzig|gefühllos & =arm|=arme|=armen|=bein|=beine|gesicht*|gesichtshälfte|=seite|
        körperhälfte|hälfte|=hand|=mund; gesicht|gesichtshälfte|mundwinkel|=mund|augenlid … hängt|hängen|hängend|
        =schief|herunter|runter|herab|verzogen|verzieht; hängender|hängende|hängendes|schiefer|schiefes|schiefe
        mundwinkel|gesicht|=mund; mundwinkel; =arm|=arme|=bein|=beine|=hand|hände|finger|=seite|körperhälfte & =nicht|
        =kaum|=nimmer|=kein & bewegen|=heben|spüren|spüre|spürt|fühlen|fühle|gefühl|anheben|gehorcht; =nicht mehr|
        richtig|deutlich|=klar … sprechen|reden|artikulieren; =kaum|=nimmer … sprechen|reden; spricht|redet|rede|spreche
        … komisch|undeutlich|verwaschen|wirr|wirres|unverständlich|seltsam|unzusammenhängend; =lallt|=lalle|=lallen|
        =lallend; sprachstörung*|sprachverlust|sprachlos; verwaschene|undeutliche|=lallende … sprache|aussprache; findet
        … =keine|=nicht … worte|wörter
        """, spelling: .german)

    private static let germanMind = PhrasePattern.all(
        """
        bewusstlos*|bewustlos*|bewuslos*; bewusstsein* … verlor*|verlier*|verlust|=weg|=nicht|getrübt|trüb*|=ohne;
        verlor*|verlier*|=ohne|=nicht|=kein|=kaum|=gerade … bewusstsein; bewusstseinsver*|bewusstseinsstör*|
        bewusstseinstrüb*; ohnmacht*|ohnmächtig*|onmächtig*|ohmächtig*; zusammengebroch*|zusammengebrochen|
        zusammengesack*|zusammengeklappt|kollabi*|kollaps; =weggetreten|weggesackt|weggekippt; =bin|=bist|=er|=oma|=opa|
        =papa|=mama|=mann|=frau|=mutter|=vater|=kind|=sohn|=tochter|=freund|=freundin|=kollege|=kollegin|=bruder|
        =schwester|=nachbar|=nachbarin|=großmutter|großvater … umgekippt|umgefallen|umgekipt; =sie =ist … umgefallen;
        umgekippt|umgekipt; schwarz … =augen; wacht|wachte|wache … =nicht|=kaum|=nimmer|schwer … =auf|=mehr; =nicht|
        =kaum|=nimmer|schwer … wecken|aufwecken|aufzuwecken|erweckbar|weckbar|wachzukriegen|wachzubekommen|wachrütteln;
        =kaum|=nicht =mehr? =wach =zu|=bekommen|=kriegen|=gekriegt|=bekomme|=kriege; =krieg|=kriege|=bekomme … =nicht|
        =kaum =wach; wird|werden|wurde … =nicht|=nimmer|=kaum =mehr? =wach; =er|=sie|=kind|=baby|=mann|=frau|=oma|=opa|
        =mama|=papa|=mutter|=vater|=sohn|=tochter|=hund|=katze|=patient|=patientin … reagiert|=antwortet|=rührt|=bewegt
        … =nicht|=kaum|=nimmer; reagiert … =nicht|=kaum =mehr; reagiert … =nicht|=kaum … =ansprache|ansprechen|schmerz*|
        rufen|=mich|=uns; ^reagiert|antwortet nicht|kaum; =nicht|=kaum|=nimmer|schlecht|schwer … ansprechbar;
        krampfanf*|krampfanfall|krampfanfälle; krampft|krampfte|gekrampft|=krampfen & =er|=sie|=kind|=baby|=mann|=frau|
        =oma|=opa|=sohn|=tochter|=hund|=katze|=mutter|=vater|=hat|=ganze|=ganzen; fieberkrampf*; epilep* … =anfall|
        anfälle|anfal; epilepsieanfall*; =habe|=hab|=hat|=hatte|=hatten|=bekommt|=bekam|=kriegt … =anfall|=anfälle;
        =anfall =nach =dem; =zuckungen; unkontrolliert* … zuck*|zitter*|=krampft; drei|=zwei|2|3|4 =pflaster … drauf;
        zuckt|zucken|zuckte … =am|unkontrolliert|=ganzen|überall|=nur & =er|=sie|=kind|=ich|=am|=ganzen; =schaum|
        schäumt|schaumig … =mund; zittert … =am =ganzen; halluzin*|haluzin*|halluzinier*; wahnvorstell*|wahnhaft; =höre|
        =hört|=hören … stimmen; stimmen … =höre|=hört; =sehe|=sieht|=sah … dinge|gestalten|=sachen|=geister & =nicht|
        =keine|=plötzlich|=komische|=seltsame|=gestalten|=geister; =auf =einmal … verwirrt|desorientiert|=blind|=taub|
        gelähmt|bewusstlos|schwach; plötzlich*|plözlich|schlagartig … verwirrt|verwirt|desorientiert|=blind|=taub|
        gelähmt|schwach|benommen|teilnahmslos|apathisch|verschwommen|doppelt|=nichts; völlig|total|komplett|ganz|sehr|
        extrem|stark … verwirrt|desorientiert|benommen|apathisch|teilnahmslos; desorientiert|apathisch|delirium|=delir|
        deliriert; verwirrt … plötzlich|völlig|total; =weiß … =nicht … =wo|=wer … =er|=sie|=ist|=bin; =sehe|=sieht|=seh
        _ =nichts|=nix =mehr; =nichts|=nicht|=nix =mehr =sehen; =sehe|=sieht … plötzlich|=doppelt|=schwarz|=kaum; =kann|
        =können … =nichts =sehen; erblindet*; =blind geworden; doppelbilder; =auge|augen … =nichts|=nicht|=kaum … sehen|
        =sehe|sieht; =sehe|=sieht … =leute|menschen|personen|tiere … =nicht … =da|existieren; sehverlust|sehkraft …
        verlor*|=weg; augenlicht; =stirbt|=stirbst|=sterben; =sterbe $; =sterbe … gleich|=bald|=jetzt|glaub|glaube|
        helft; glaube|glaub|denke|gleich … =sterbe; todesangst; =er|=sie|=kind|=baby|=mann|=frau|=oma|=opa|=mama|=papa|
        =mutter|=vater|=sohn|=tochter|=fast|=halb _ =tot; =bin =tot; =koma; leblos*; =keine|=kein … lebenszeichen;
        schlaff|schlapp … =kind|=baby|=säugling; =kind|=baby|=säugling … schlaff|apathisch|leblos; =nicht|=kaum =wach
        bleiben|halten
        """, spelling: .german)

    private static let germanBody = PhrasePattern.all(
        """
        ausschlag|hautausschlag|auschlag & =ganzen|=ganze|überall|schwer|schwerer|schweren|schlimm|schlimmer|stark|
        starker|starken|heftig|heftiger|breitet|ausbreit*|verbreitet|=lila|violett*|=fieber|=blasen|plötzlich|körper;
        nesselsucht|nesselausschlag|nesselfieber|quaddel*|urtikaria; rote|roten … flecken|punkte|pusteln … =ganzen|
        überall; haut … löst|schält|pellt|ablöst|abgelöst|abschält|abpellt; =haut … geht|fällt =ab; hautablös*; =blasen
        … =mund|=haut|lippen|gesicht|überall|körper; =haut|lippen|=mund … =blasen; =blute|=blutet|=bluten|blutung|
        blutungen|nasenbluten|blutverlust … stark|heftig|=viel|=sehr|=nicht|überall|massiv|stillen|stoppen|unaufhörlich|
        =wie; starke|starker|starken|stark|heftige|heftig|massive|massiver|schwere|schwerer|unstillbare|unstillbar|
        =viel|innere … blutung|blutungen|=blutet|=blute|=bluten|blutverlust|nasenbluten; hört|hörte|aufhör* … =nicht …
        =bluten|blutung; =nicht … =bluten|blutung|=blutet … =auf|stillen|stoppen; =blut & =hört|=stoppt|aufhör*|versiegt
        & =nicht; nasenbluten & blutverdünner*|marcumar|stunde|stunden; =verblute|=verblutet|=verbluten; =blut …
        erbroch*|erbricht|erbreche|erbrechen|gespuckt|gehustet|gekotzt|=spucke|=spuckt|=huste|=hustet|ausgehustet;
        erbreche|erbricht|erbrochen|erbrech*|=spucke|=spuckt|spucken|gespuckt|=huste|=hustet|husten|gehustet|kotze|
        kotzt|gekotzt|=breche|bricht|übergebe|übergibt … =blut|blutig; =blut =im|=in|=am|=aus|=auf … stuhl*|=urin|=kot|
        =klo|toilette|=mund|=nase|=ohr|=ohren|erbrochenen|erbrochenem|auswurf|durchfall|=pipi|windel|=po|=after; blutig*
        … stuhl*|=urin|erbrech*|erbrochenes|durchfall|auswurf|=kot; bluthusten|bluterbrechen|blutstuhl|bluthust*;
        kaffeesatz*; schwarz*|*schwarz|teerig* … stuhl|stuhlgang|=kot|durchfall; stuhl|stuhlgang|=kot … *schwarz|blutig|
        teerig; teerst*; =kopf … gefallen|gestürzt|gestoßen|geschlagen|verletzt|aufgeschlagen|angeschlagen|angehauen;
        gefallen|gestürzt|=sturz … =kopf; kopfverletz*|schädelbruch|gehirnerschütter*|platzwunde; schlimmste*|stärkste*|
        heftigste* … kopfschmerz*|kopfweh|schmerz*|bauchschmerz*; plötzlich*|vernichtend* … kopfschmerz*|kopfweh|
        schmerz*; =habe|=hab|=haben|=leide|=ich|=er|=sie|=kind … =stark|starke|starken|=starkes|heftige|heftigen|
        extreme|unerträgliche|furchtbare|schreckliche|wahnsinnige|höllische … schmerzen|kopfschmerz*|bauchschmerz*|
        magenschmerz*|=kopfweh|bauchweh & =habe|=hab|=haben|=hat|=leide; unerträglich* … schmerz*; ^starke|heftige|
        extreme|schlimme|schreckliche … *schmerzen; =fieber … 40|41|42|krampf|steif|nacken; =sehr =hohes =fieber;
        =fieber … =sehr =hoch; 40|41|42 … =fieber; temperatur … 40|41|42; 40|41|42 =grad; =hohes =fieber; nacken|genick
        … steif*; steif* … nacken|genick|=hals; nackensteif*|nackenstarre|genickstarre|hirnhautentzünd*; sepsis|
        blutvergiftung*; unterzuck*; hypoglyk*; =hypo; zuckerschock*; zucker|blutzucker|zuckerwert … =18|=19|=20|=21|
        =22|=23|=24|=25|=26|=27|=28|=29|=30|=31|=32|=33|=34|=35|=36|=37|=38|=39|=40|=41|=42|=43|=44|=45|=46|=47|=48|=49|
        =50|=51|=52|=53|=54|=55|=400|=450|=500|=600|niedrig|abgestürzt|abgesackt|abgerutscht|keller|gefallen|zitter*|
        schwitz*|entgleist; niedriger|niedrigen|niedrig … blutzucker|zucker; gelbe|gelben|gelbes augen|=haut|augäpfel|
        gesicht; augen|=haut|augäpfel … =gelb|gelblich; =gelbsucht|gelbsüchtig; =notfall|=nofall|=notfahl|=nodfall|
        notfallnummer|=notfälle; notarzt*|notartzt; notaufnahme; notruf*; krankenwagen*|rettungswagen*|rettungsdienst*|
        sanitäter*|notdienst; rettung rufen|holen|anrufen|alarmieren; rufe|ruft|rufen|ruf|holt|=hole|=hol|holen …
        =rettung|krankenwagen|ambulanz|=arzt|=hilfe; =112|=144|=110|=911|=999|=118|=116117; ^=hilfe; =zu =hilfe; brauch|
        brauche|brauchen|braucht|benötige … =hilfe; =bitte =hilfe; =hilfe … schnell|sofort|dringend|=bitte|=jetzt;
        schnell|sofort|dringend|=jetzt … =hilfe; =hilf|=helft =mir|=uns|=ihm|=ihr; helfen =sie =mir|=uns|=ihm|=ihr;
        =bitte … helfen =sie|=mir; =sos; lebensgefahr|lebensgefähr*|lebensbedroh*; =um =leben =und; erbrech*|übergebe|
        übergibt|übergeben|kotze|kotzt … ununterbrochen|ständig|dauernd|pausenlos|stunden; erbrech*|übergebe|übergibt|
        übergeben|kotze|kotzt … =nur =noch; ununterbrochen|ständig|dauernd|pausenlos … erbrech*|erbreche|erbricht|
        übergeben|übergebe|übergibt|kotz*; hör* … =nicht … erbrech*|übergeben|kotzen; =nicht|=nimmer … aufhören …
        erbrechen|übergeben|kotzen; serotoninsyndrom; kreislaufkollaps|kreislaufzusammenbruch|kreislaufversagen|
        kreislaufstillstand; nierenversagen|leberversagen; ausgetrocknet|dehydriert … =kind|=baby
        """, spelling: .german)
}
