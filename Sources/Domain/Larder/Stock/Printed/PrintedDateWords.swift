/// The words beside a date on a package, and the names of months, without accents.
///
/// Sources: Regulation (EU) No 1169/2011, Annex X (best before and use by in each language); Canadian Food Inspection Agency,
/// "Date markings and storage instructions" (bilingual symbols of months); USDA, "Food Product Dating".
enum PrintedDateWords {
    enum Kind: Hashable {
        case bestBefore, useBy
        /// A day of production, packing, sale and so on: never a date by which to eat the food.
        case other
    }

    enum Language: Hashable { case english, german, french, italian, spanish, dutch, polish, portuguese, nordic }

    /// The phrase that begins at a token, and its number of tokens; signs within it are passed over.
    static func phrase(in tokens: [PrintedLine.Token], at start: Int) -> (kind: Kind, count: Int, language: Language?)?
    {
        guard let first = tokens[start].word else { return nil }
        for phrase in phrases[first] ?? [] {
            if let count = length(of: phrase.words, in: tokens, at: start) {
                return (phrase.kind, count, phrase.language)
            }
        }
        return nil
    }

    private static func length(of words: [String], in tokens: [PrintedLine.Token], at start: Int) -> Int? {
        var index = start
        for (number, word) in words.enumerated() {
            if number > 0 { while index < tokens.count, tokens[index].sign != nil { index += 1 } }
            guard index < tokens.count, tokens[index].word == word else { return nil }
            index += 1
        }
        return index - start
    }

    /// The languages of the phrases in a line.
    static func languages(in tokens: [PrintedLine.Token]) -> [Language] {
        tokens.indices.compactMap { phrase(in: tokens, at: $0)?.language }
    }

    private struct Phrase {
        let words: [String]
        let kind: Kind
        let language: Language?
    }

    /// By the first word, the longer ones first.
    private static let phrases: [String: [Phrase]] = {
        var phrases: [Phrase] = []
        for (kind, language, list) in all {
            for text in list.split(separator: ",") {
                let words = text.split(separator: " ").map(String.init)
                phrases.append(Phrase(words: words, kind: kind, language: language))
            }
        }
        return Dictionary(grouping: phrases) { $0.words[0] }
            .mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }()

    private static let all: [(Kind, Language?, String)] = [
        (
            .bestBefore, .english,
            """
            best before,bestbefore,best by,bestby,best if used by,best if used before,best used by,best used before,\
            best when used by,best when used before,best if consumed before,best if eaten by,best enjoyed by,\
            better if used by,best consumed before,use best before,best before end,best before date,best quality by
            """
        ),
        (.bestBefore, nil, "bb,bbe,bbd,bbdate"),
        (
            .useBy, .english,
            """
            use by,useby,use before,consume by,consume before,eat by,to be consumed by,to be consumed before,expiry,\
            expires,expiry date,expiration,expiration date,exp date,use or freeze by,eat before,expires on,expires end,\
            best before or use by
            """
        ),
        (.useBy, nil, "exp,expd"),
        (
            .other, .english,
            """
            produced,produced on,production,production date,date of production,prod,prod date,prd,mfg,mfd,mfg date,\
            manufactured,manufactured on,made on,date of manufacture,date of manufacturing,date of packing,packed,\
            packed on,pack date,packing date,packaged on,pkd,pkd on,date packed,frozen,frozen on,date frozen,freeze by,\
            freeze before,sell by,sellby,display until,display till,displayed until,offer,offer ends,offer valid,\
            valid until,valid from,valid,copyright,rev,revision,version,baked on,laid,laid on,slaughtered,harvested,\
            harvest,caught,caught on,roasted on,roasted,bottled,bottled on,brewed,opened,opened on,thawed,thawed on,\
            date thawed,enter by,closing date,competition,promotion ends,since,est,established,printed
            """
        ),
        (
            .bestBefore, .german,
            """
            mindestens haltbar bis,mindestens haltbar bis ende,mindestens haltbar,mind haltbar bis,mind haltbar,\
            haltbar bis,haltbar bis ende,mindesthaltbarkeit,mindesthaltbarkeitsdatum,mindesthaltbar bis,\
            bei ungeoffneter packung mindestens haltbar bis
            """
        ),
        (.bestBefore, .german, "mhd,m h d,ungekuhlt haltbar bis,gekuhlt mindestens haltbar bis"),
        (
            .useBy, .german,
            "zu verbrauchen bis,zu verbrauchen bis spatestens,verbrauchen bis,verbrauchsdatum,zu verbrauchen bis zum"
        ),
        (
            .other, .german,
            """
            hergestellt,hergestellt am,herstellung,herstellungsdatum,produziert,produziert am,produktion,\
            produktionsdatum,verpackt,verpackt am,abgepackt,abgepackt am,abfulldatum,abgefullt,abgefullt am,\
            verpackungsdatum,packdatum,eingefroren,eingefroren am,tiefgefroren am,einfrieren bis,verkaufen bis,\
            zu verkaufen bis,gultig,gultig bis,aktion,angebot,angebot gultig bis,stand,gelegt,gelegt am,legedatum,\
            geerntet,ernte,gerostet,gerostet am,rostdatum,geschlachtet,geschlachtet am,zerlegt,zerlegt am,\
            fangdatum,gefangen,aufgetaut,aufgetaut am,gewinnspiel,teilnahmeschluss,verkauf bis,gebraut,gedruckt
            """
        ),
        (
            .bestBefore, .french,
            """
            a consommer de preference avant le,a consommer de preference avant,a consommer de preference avant fin,\
            a consommer de preference jusqu au,a consommer de preference,consommer de preference avant,\
            de preference avant le,de preference avant,de preference avant fin,date de durabilite minimale,\
            meilleur avant,meilleur avant fin,meilleur si utilise avant,a cons de pref avant,a cons de pref avant le,ddm,dluo,dcr
            """
        ),
        (
            .useBy, .french,
            """
            a consommer jusqu au,a consommer jusqu a,a cons jusqu au,a cons avant le,a consommer avant le,a consommer avant,a consommer au plus tard le,\
            consommer jusqu au,consommer avant le,date limite de consommation,dlc,expire le,date d expiration,\
            a utiliser avant le,perime le,jusqu au inclus
            """
        ),
        (
            .other, .french,
            """
            fabrique,fabrique le,fabrication,date de fabrication,fab,produit le,date de production,emballe,emballe le,\
            conditionne,conditionne le,date d emballage,date de conditionnement,congele,congele le,surgele le,\
            congeler avant,congeler avant le,a congeler avant,vendre avant,a vendre avant,offre,offre valable,valable,\
            valable jusqu au,jeu,pondu,pondu le,date de ponte,peche le,peche,recolte,recolte en,torrefie,torrefie le,\
            abattu,abattu le,decongele,decongele le,mis en bouteille,depuis,imprime
            """
        ),
        (
            .bestBefore, .italian,
            """
            da consumarsi preferibilmente,da consumarsi preferibilmente entro,da consumarsi preferibilmente entro il,\
            da consumarsi preferibilmente \
            entro fine,da consumare preferibilmente entro,da consumarsi preferibilmente prima del,\
            consumare preferibilmente entro,preferibilmente entro,preferibilmente entro il,preferibilmente entro fine,\
            tmc
            """
        ),
        (
            .useBy, .italian,
            "da consumare entro,da consumarsi entro,da consumare entro il,da consumarsi entro il,consumare entro,consumare entro il,scadenza,data di scadenza,scade il,scad"
        ),
        (
            .other, .italian,
            "prodotto il,confezionato il,confezionato,data di produzione,data di confezionamento,congelato il,surgelato il,offerta,offerta valida"
        ),
        (
            .bestBefore, .spanish,
            """
            consumir preferentemente antes del,consumir preferentemente antes de,consumir preferentemente antes del \
            fin de,consumir preferentemente antes de fin de,consumir preferentemente,consumo preferente,\
            consumo preferente antes de,cons pref,cons pref antes de,preferentemente antes del,preferentemente antes de,\
            mejor antes de,mejor antes del
            """
        ),
        (
            .useBy, .spanish,
            "fecha de caducidad,caducidad,caduca,caduca el,cad,f cad,consumir antes de,consumir antes del,vencimiento,fecha de vencimiento,vence,venc,vto"
        ),
        (
            .other, .spanish,
            "envasado,envasado el,fecha de envasado,fabricado,fecha de fabricacion,elaborado,elaborado el,fecha de elaboracion,elab,congelado el,fecha de congelacion,oferta"
        ),
        (
            .bestBefore, .dutch,
            "ten minste houdbaar tot,ten minste houdbaar tot einde,tenminste houdbaar tot,tenminste houdbaar tot einde,minstens houdbaar tot,houdbaar tot,tht"
        ),
        (.useBy, .dutch, "te gebruiken tot,te gebruiken tot en met,tgt,gebruiken voor,te gebruiken voor"),
        (
            .other, .dutch,
            "geproduceerd,geproduceerd op,verpakt,verpakt op,ingevroren,ingevroren op,productiedatum,verpakkingsdatum,actie,geldig,geldig tot,legdatum"
        ),
        (
            .bestBefore, .polish,
            "najlepiej spozyc przed,najlepiej spozyc przed koncem,najlepiej spozyc,minimalnej trwalosci"
        ),
        (.useBy, .polish, "nalezy spozyc do,spozyc do,termin przydatnosci,termin przydatnosci do spozycia"),
        (.other, .polish, "data produkcji,wyprodukowano,zapakowano,data pakowania,zamrozono"),
        (
            .bestBefore, .portuguese,
            "consumir de preferencia antes de,consumir de preferencia antes do,consumir de preferencia antes do fim de,de preferencia antes de"
        ),
        (
            .bestBefore, .nordic,
            "bedst for,bast fore,best for,mindst holdbar til,minst holdbar til,parasta ennen,bast fore utgangen av"
        ),
        (
            .useBy, .nordic,
            """
            sidste anvendelsesdato,sista forbrukningsdag,siste forbruksdag,viimeinen kayttopaiva,kaytettava ennen,\
            anvendes senest
            """
        ),
        (.useBy, .portuguese, "consumir ate,validade,data de validade,val"),
        (.other, .portuguese, "embalado em,data de fabrico"),
    ]

    /// Words between a phrase and its date.
    static let fillers: Set<String> = [
        "end", "of", "the", "date", "on", "by", "bis", "ende", "fin", "fine", "le", "du", "au", "am", "zum", "de",
        "del", "il",
        "einde", "tot", "month", "before", "dat", "datum", "el", "a", "d", "m", "y", "dd", "mm", "yy", "yyyy",
        "jj",
        "aa", "tt", "aaaa", "jjjj",
    ]

    /// Names and abbreviations of months in English, German, French, Italian, Spanish, Dutch, Portuguese and Polish, without
    /// accents.
    /// "Sie" for the Polish August is missing, because it is a common word in German.
    static let months: [String: Int] = {
        let names = [
            "jan january januar janv janvier jaenner janner jaen gen gennaio ene enero januari janeiro styczen stycznia sty",
            "feb february februar fevr fev fevrier feber febbraio febrero februari fevereiro luty lutego lut febr",
            "mar march maerz marz mrz mars marzo maart mrt marco marzec marca",
            "apr april avr avril aprile abr abril kwiecien kwietnia kwi",
            "may mai maggio mag mayo mei maio maj maja",
            "jun june juni juin giugno giu junio junho czerwiec czerwca cze",
            "jul july juli juil juillet luglio lug julio julho lipiec lipca lip",
            "aug august aout agosto ago augustus sierpien sierpnia",
            "sep sept september septembre settembre set septiembre setembro wrzesien wrzesnia wrz",
            "oct october oktober okt octobre ottobre ott octubre outubro out pazdziernik pazdziernika paz",
            "nov november novembre noviembre novembro listopad listopada lis",
            "dec december dezember dez decembre dicembre dic diciembre dezembro grudzien grudnia gru",
        ]
        var months: [String: Int] = [:]
        for (number, list) in names.enumerated() {
            for name in list.split(separator: " ") { months[String(name)] = number + 1 }
        }
        return months
    }()

    /// The two letters for a month that are the same in English and French, as Canada prescribes them.
    static let canadianMonths: [String: Int] = [
        "ja": 1, "fe": 2, "mr": 3, "al": 4, "ma": 5, "jn": 6, "jl": 7, "au": 8, "se": 9, "oc": 10, "no": 11, "de": 12,
    ]

    /// What follows a number that is no date.
    static let units: Set<String> = [
        "g", "kg", "mg", "ml", "cl", "dl", "l", "lb", "lbs", "oz", "kj", "kcal", "cal", "eur", "euro", "chf", "usd",
        "gbp",
        "cad", "c", "cm", "mm", "x", "pcs", "stk", "stuck", "min", "mins", "minutes", "minuten", "hours", "hrs", "std",
        "h",
        "days", "tage", "jours", "portions", "portionen", "pieces", "servings", "percent", "months", "monate", "mois",
        "weeks", "wochen", "personen", "people", "contain", "also", "be",
    ]
}
