/// The words for each of the fourteen allergens, in the languages of `FoodVocabulary.languages`. In doubt a word is
/// included: a wrong "no" costs little, a wrong "yes" may cause harm.
extension Allergen {
    var vocabulary: FoodVocabulary {
        switch self {
        case .gluten: Self.glutenWords
        case .milk: Self.milkWords
        case .eggs: Self.eggWords
        case .nuts: Self.nutWords
        case .peanuts: Self.peanutWords
        case .sesame: Self.sesameWords
        case .soya: Self.soyaWords
        case .celery: Self.celeryWords
        case .mustard: Self.mustardWords
        case .fish: Self.fishWords
        case .crustaceans: Self.crustaceanWords
        case .molluscs: Self.molluscWords
        case .lupin: Self.lupinWords
        case .sulphites: Self.sulphiteWords
        }
    }

    /// The cereals of the annex, including oats: data entry does not distinguish certified oats.
    private static let glutenWords = FoodVocabulary(
        """
        *gluten*, *glutin*, wheat*, barley*, rye, ryes, oat, oats, oat*, spelt, kamut*, khorasan, triticale*, farro,
        einkorn*, emmer*, semolina, bulgur*, bulghur*, couscous, cous cous, seitan, malt, malts, malted, maltextract*,
        durum*, breadcrumb*, bread crumb*, panko, freekeh, graham flour, vital wheat*, *weizen*, *gerste*, *roggen*,
        *hafer*, *dinkel*, grunkern*, griess, hartgriess, *malz, malz*, *malzextrakt*, paniermehl*, semmelbrosel*,
        semmelmehl, urkorn*, ble, bles, froment*, orge, seigle*, avoine*, epeautre*, semoule*, malte, maltee,
        chapelure*, boulgour*, trigo*, cebada*, centeno*, avena*, espelta*, malta, malteada, semola*, pan rallado,
        frumento*, grano, grani, orzo*, segale*, malto, spelta, pangrattato, grano duro, *tarwe*, *gerst*, *rogge*,
        haver*, mout, moutmeel, moutextract*, moutbloem, paneermeel*, griesmeel*, cevada*, centeio*, aveia*, malte*,
        pao ralado, pszen*, jeczmie*, zyto, zyta, zytni*, owies*, owsa, owsian*, orkisz*, slod, slodu, slodow*, kasza
        manna, vete*, *vete, *vetemjol, korn, kornmalt, rag, ragmjol*, ragsikt, havre*, bygg*, maltextrakt*, hvede*,
        *hvede*, rug, rugmel*, rugkerne*, byg, bygmalt*, bygmel*, byggryn*, spelt*, hvete*, *hvete*, havregryn*,
        *vehna*, ohra, ohraa, ohran, ohramallas*, ruis, ruista, ruisjauho*, kaura*, speltti*, mallas*, mallasta,
        *gluteen*, *vehni*, ohria, ohrasta, ohrista, ohrajauho*, ohrahiutal*, ohraryyn*, kauro*, ruki*, *maltaa*,
        *mallas*, haver*, fullkorns*, korngryn*, kornmjol*, kornflingor*, kornkli*, kornmel*, kornprodukt*, ragflingor*,
        raggryn*, ragkross*, ragkli*, sadesslag*, bygflager*, bygfiber*, ruggryn*, zytem, owsem, owsie, slodem
        """,
        except: """
            buchweizen*, *buchweizen*, ble noir, ble sarrasin, bles noirs, trigo sarraceno, trigo mourisco, grano
            saraceno, grani saraceni, semola de maiz, semola de arroz, semola di mais, semola di riso, semoule de
            mais, semoule de riz, semoule de mais*, corn semolina, maize semolina, rice semolina, maisgriess,
            reisgriess, bovete*, boghvede*, bokhvete*, glutinous rice, glutinous, glutinoso, oath, schafer*, grano de
            mostaza, grano de cafe, fullkornsris*, haverik*
            """)

    private static let milkWords = FoodVocabulary(
        """
        *milk*, cream, creams, buttercream*, butter, butterfat*, butteroil*, butter*, whey*, *casein*, *kasein*,
        *lactose*, *laktose*, *lactos*, lactalbumin*, *lactalbumin*, lactoglobulin*, lactoferrin*, cheese*, *cheese,
        yogurt*, yoghurt*, *joghurt*, *jogurt*, curd, curds, ghee, quark*, *quark, kefir*, dairy, skyr, ricotta*,
        mozzarella*, parmesan*, parmigiano*, mascarpone*, cheddar*, feta, emmental*, gouda, gruyere*, pecorino*,
        camembert*, gorgonzola*, roquefort, paneer, custard, dulce de leche, *milch*, *molke*, *sahne*, rahm, *rahm,
        rahm*, *kase, *kase*, *butter, *butter*, topfen, schmand, obers, lait, laits, laitier*, laitiere*, lacte,
        lactee*, lactes, creme, cremes, beurre*, babeurre*, fromage*, yaourt*, lactoserum*, petit lait, leche*,
        lacteo*, lactea*, suero lacteo, nata, natas, mantequilla*, queso*, yogur*, lactosuero*, cuajada, latte,
        lattosio*, siero, burro*, panna, formaggi*, latticello, latticini*, caseina*, crema di latte, *melk*, *boter*,
        slagroom*, roompoeder*, roomkaas*, *roomboter*, *kaas*, wei, weipoeder*, weieiwit*, weipermeaat*, kwark*,
        karnemelk*, room, leite*, manteiga*, queijo*, requeijao*, iogurte*, soro de leite, soro lacteo, caseinato*,
        mleko*, mleka, mlecz*, mlekiem, maslo*, masla, maslank*, smietan*, smietank*, ser, sery, sera, serow*,
        serwatk*, laktoz*, twarog*, twarozek, *mjolk*, gradd*, *gradde, smor*, *smor, *smor*, ost, ostpulver*,
        *ostpulver, vassle*, laktos*, filmjolk, *maelk*, flode*, *flode, flote*, *flote, valle*, myse*, kvarg*,
        maito*, *maito*, maidon, maitoa, kerma*, *kerma*, voi, voita, juusto*, *juusto*, hera, heraa, herajauhe*,
        heraproteiini*, jogurtti*, laktoosi*, kaseiini*, piima*, rahka*,
        *maido*, *maitoj*, heroj*, herast*, voista, voin, voioljy*, smetana*, parmesaani*, kermo*, kazein*, mleku,
        mlekopochodn*, nabial*, serem, serami, zuivel*, lacticini*, laticini*, leitelho*, soro, lactosoro*, suero,
        requeson*, lattosier*, romme*, osten, osteprodukt*, *ostepulver*, skummet, keso, halloumi*, provolone*,
        provola*, scamorza*, grana padano, asiago, fontina, taleggio, brie, edam, edamer*, stilton, manchego*, comte,
        reblochon*, raclette*, appenzeller*, tilsiter*, mimolette, burrata*, labneh*, ayran*, lassi, faisselle*,
        bechamel*, doce de leite
        """,
        except: """
            cocoa butter*, cacao butter*, coco butter, peanut butter*, shea butter*, nut butter*, almond butter*,
            hazelnut butter*, cashew butter*, apple butter*, coconut butter*, mango butter*, seed butter*, soy butter,
            illipe butter, kokum butter, butter bean*, butter lettuce, butternut*, butterbean*, butterkurbis*,
            buttersaure*, coconut milk*, coco milk, almond milk*, soy milk*, soya milk*, soybean milk*, oat milk*,
            rice milk*, hemp milk*, cashew milk*, hazelnut milk*, nut milk*, pea milk*, plant milk*, plant based
            milk*, milk thistle*, milk tree*, coconut cream*, soy cream*, soya cream*, oat cream*, cream of tartar,
            cream soda, bean curd*, soy yogurt*, soya yogurt*, soy cheese*, vegan cheese*, vegan butter*, vegan
            cream*, vegan milk*, soymilk*, soyamilk*, kakaobutter*, *kakaobutter*, kakao butter*, erdnussbutter*,
            *nussbutter*, sheabutter*, mandelbutter*, kokosbutter*, mangobutter*, *milchsaure*, kokosmilch*,
            kokosnussmilch*, mandelmilch*, sojamilch*, hafermilch*, reismilch*, haselnussmilch*, cashewmilch*,
            kokossahne*, sojasahne*, hafersahne*, liebfrauenmilch, fruchtfleischmilch, lait de coco*, laits de coco,
            lait d amande*, lait de soja, lait d avoine, lait de riz, lait vegetal, beurre de cacao, beurre de
            cacahuete*, beurre de cacahouete*, beurre de karite, beurre de coco, beurre vegetal, creme de coco, creme
            de tartre, creme de marron*, creme de cassis, creme de soja, creme de riz, leche de coco, leche de
            almendra*, leche de soja, leche de avena, leche de arroz, mantequilla de cacahuete*, mantequilla de mani,
            mantequilla de cacao, mantequilla de karite, leche vegetal, latte di cocco, latte di mandorl*, latte di
            soia, latte di avena, latte d avena, latte di riso, burro di cacao, burro di arachid*, burro d arachidi,
            burro di karite, burro di cocco, panna di cocco, panna di soia, *cacaoboter*, pindaboter*, sheaboter*,
            amandelboter*, kokosboter*, kokosmelk*, amandelmelk*, sojamelk*, havermelk*, rijstmelk*, *melkzuur*,
            *melkesyre*, kokosroom, pindakaas*, leite de coco, leite de amendoa*, leite de soja, leite de aveia, leite
            de arroz, manteiga de cacau, manteiga de amendoim, manteiga de karite, maslo kakaowe, maslo shea, maslo
            orzechowe, maslo arachidowe, masla kakaowego, mleko kokosowe, mleko sojowe, mleko migdalowe, mleko
            owsiane, mleko ryzowe, mleczko kokosowe, kwas mlekowy, mlekow*, kakaosmor*, jordnotssmor*, jordnotsmor*,
            peanottsmor*, sheasmor*, smorrebrod, room temperature, voi sisaltaa, voi olla,
            voi esiintya, voi jaada, voi aiheuttaa, cream cracker*, kokosmjolk*, mandelmjolk*, sojamjolk*, havremjolk*,
            *mjolksyra*, kokosmaelk*, mandelmaelk*, sojamaelk*, havremaelk*, *maelkesyre*, kookosmaito*,
            mantelimaito*, soijamaito*, kauramaito*, *maitohap*, kaakaovoi*, maapahkinavoi*
            """)

    private static let eggWords = FoodVocabulary(
        """
        egg, eggs, egg*, ovalbumin*, albumen, mayonnaise*, mayo, meringue*, ovomucoid, lysozyme, e1105, aioli, ei,
        eier*, *eier, *eigelb*, eiweiss, eiweisspulver, eiklar*, *vollei*, huhnerei*, *eipulver*, lysozym, baiser*,
        oeuf*, huevo*, yema, yemas, clara de huevo, ovoproduct*, ovoalbumin*, ovo, ovos, uovo, uova, ovoprodott*,
        tuorl*, albume, maionese*, mayonesa*, merengue*, eieren*, eigeel*, *kippenei*, *scharrelei*, *eipoeder*,
        heelei*, eidooier*, gema, gemas, clara de ovo, jaj, jaja, jajo, jajek, jajecz*, jajko, jajka, zoltk*, zoltek*,
        majonez*, agg, aggula, aggulor, agggula*, aggvita*, aggpulver*, aggpasta, helagg*, honsagg*, majonnas*, aeg,
        aegge*, helaeg*, honseaeg*, eggeplomme*, eggehvite*, muna, munaa, munan, munat, munia, munankeltuai*,
        munanvalkuai*, kananmuna*, munajauhe*, majoneesi*,
        *kananmun*, munasta, munien, munist*, munaproteii*, agget, aggen, claras de ovo*, claras de huevo*, albumin,
        albumine, albumina, lisozim*, lizozym*, eiwit, eiwitpoeder*, *kipeiwit*, *freilandei*
        """,
        except: """
            eggplant*, ei sisalla*, ei saa, ei sovi, ei sovellu, ei voida, ei ole, egg plant*, egg fruit*, vegan egg*,
            vegan mayo*, feier*, *schleier, plantaardig* eiwit*, soja eiwit*, erwt* eiwit*, tarwe eiwit*, melk eiwit*,
            wei eiwit*, rijst eiwit*, lupine eiwit*, milk albumin, serum albumin
            """)

    private static let nutWords = FoodVocabulary(
        """
        nut, nuts, *hazelnut*, almond*, walnut*, *cashew*, pecan*, *pistachio*, macadamia*, brazilnut*, praline*,
        marzipan*, *nougat*, frangipan*, gianduja*, filbert*, cobnut*, mixednuts, *nuss*, *mandel*, *pistazie*,
        pekan*, *krokant*, persipan*, *noisette*, noisette*, amande*, noix, cajou*, pistache*, fruits a coque*, fruit
        a coque*, massepain, anacarde*, nuez, nueces, avellana*, almendra*, anacardo*, pistacho*, pacana*, frutos de
        cascara*, fruto de cascara*, frutos secos, mazapan, turron*, nocciol*, mandorl*, noci, noce, anacard*,
        pistacch*, frutta a guscio, torrone, marzapane, noot, noten, *noten*, hazelnoot*, walnoot*, pecannoot*,
        amandel*, *amandel*, amandelspijs, schaalvruchten, noz, nozes, amendoa*, avela*, caju, castanha do para,
        castanhas do para, castanha do brasil, castanha de caju, castanhas de caju, frutos de casca rija, frutos de
        casca, pistaci*, orzech*, migdal*, pistacj*, nerkowc*, nerkowiec, marcepan*, notter*, *notter*, hasselnot*,
        valnot*, paranot*, pekannot*, cashewnot*, notmassa, pistage*, pistasch*, nodder*, *nodder*, hasselnod*,
        valnod*, hasselnott*, valnott*, mandler, paranod*, *pahkina*, *pahkinoi*, manteli*, *manteli*, cashewpahkina*,
        pistaasi*,
        *mantele*, pekaani*, *schalenfrucht*, *schalenfruecht*, schalenobst*, hartschalenobst*, kaschu*, treenut*,
        *makadami*, frutos con cascara*, fruto con cascara*, frutos de casca*, alfoncigo*, fruits secs, frutta secca,
        pekannot*, makadamianot*, macadamianot*, pistachnot*, pistagenot*, cashewnod*, pekannod*, pistacienod*, *nott,
        *nottpasta*, *nottmasse*, *nottkjern*, mandlar*, pralin, amaretti*, hazel*, laskow*
        """,
        except: """
            coconut*, coco nut*, nutmeg*, *muskatnott, *muskotnott, *kokosnott, *peanott, *jordnott,
             pine nut*, tiger nut*, kola nut*, cola nut*, ground nut*, monkey nut*, soy
            nut*, soya nut*, corn nut*, water chestnut*, donut*, doughnut*, nut free, *erdnuss*, kokosnuss*,
            *kokosnuss*, *muskatnuss*, butternuss*, kolanuss*, betelnuss*, erdmandel*, genuss*, noix de coco*, noix de
            muscade*, noix muscade*, noix de cola, noix de kola, noix de palme, noix de saint jacques, noix de st
            jacques, noix de jambon, noix de veau, noix de porc, noix de joue, noix de petoncle*, nuez moscada, nuez
            de cola, nuez de coco, noce moscata, noce di cocco, noci di cocco, noz moscada, noz de cola, kokosnoten*,
            aardnoten*, muskaatnoten, orzech* ziemn*, orzech* arachid*, orzech* kokos*, jordnotter*, kokosnotter*,
            *jordnotter*, peanotter*, kokosnotter, *peanotter*, jordnodder*, *jordnodder*, kokosnodder*, *maapahkin*,
            muskottipahkin*, kookospahkin*
            """)

    private static let peanutWords = FoodVocabulary(
        """
        *peanut*, groundnut*, ground nut*, monkey nut*, arachis*, arachid*, *erdnuss*, cacahuete*, cacahouete*,
        cacahuate*, mani, *pinda*, aardnoot*, aardnoten*, amendoim*, amendoins*, orzech* ziemn*, orzech* arachid*,
        orzeszk* ziemn*, orzeszk* arachid*, orzeszki, arachidow*, *jordnot*, *jordnod*, *peanott*, *maapahkin*,
        fistaszk*, pea nut, pea nuts, erd nuss*
        """)
}
