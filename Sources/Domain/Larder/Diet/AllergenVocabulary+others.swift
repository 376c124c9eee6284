/// The shorter vocabularies.
extension Allergen {
    static let sesameWords = FoodVocabulary(
        """
        *sesam*, *tahin*, gomasio, ajonjoli*, gergelim*, *sezam*, *seesam*, halva, halwa, halvah, benne
        seed*, hummus*, houmous*, humus, houmus
        """)

    /// Lecithin alone may have another origin.
    static let soyaWords = FoodVocabulary(
        """
        soy, soy*, *soya*, *soja*, soia*, sojow*, *soija*, tofu*, edamame, miso, tempeh, tempe, tamari, shoyu, natto,
        okara, yuba, bean curd*, glycine max, e426,
        soi, soje, textured vegetable protein
        """)

    /// Celeriac is the same plant with the same allergen.
    static let celeryWords = FoodVocabulary(
        "celery*, celeriac*, *sellerie*, celeri*, apio, apios, apionabo*, sedano*, *selder*, aipo*, seler*, *selleri*")

    static let mustardWords = FoodVocabulary(
        """
        *mustard*, *senf*, moutarde*, mostaza*, senape*, *mosterd*, mostard*, *gorczyc*, musztard*, *senap*, *sennep*,
        *sinapp*, sinapis,
        sinapi, sinapia, sinapist*, sinapin*, *mosterzaa*
        """)

    static let fishWords = FoodVocabulary(
        """
        fish*, *fish, cod, cods, codfish, salmon*, tuna*, anchov*, sardine*, *herring*, haddock*, trout*, mackerel*,
        pollock*, pollack*, plaice, halibut*, sea bass, seabass, surimi*, isinglass, caviar*, roe, tilapia*,
        pangasius*, hake, eel, bonito, dashi, katsuobushi, worcester*, worcestershire*, garum, nuoc mam, swordfish*,
        sole fillet*, *fisch*, *lachs*, sardelle*, hering*, brathering*, bismarckhering*, salzhering*, *heringe,
        *heringsfilet*, *forelle*, makrele*, kabeljau*, dorsch*, scholle*, kaviar*, matjes*, hausenblase, poisson*,
        thon, thons, saumon*, anchois*, hareng*, cabillaud*, maquereau*, truite*, colin, merlu*, lieu noir, pescado*,
        atun, atunes, anchoa*, boqueron*, sardina*, bacalao*, merluza*, caballa*, trucha*, pesce, pesci, tonno*,
        salmone*, acciug*, alici, alice, sardin*, merluzz*, sgombr*, trota, trote, baccala*, colatura, vis, vissen*,
        visolie*, vissaus*, visgelatine*, stokvis*, witvis*, zalm*, tonijn*, ansjovis*, haring*, makreel*, kabeljauw*,
        forel*, peixe*, atum, salmao*, anchova*, sardinha*, bacalhau*, pescada*, cavala*, truta*, ryba, ryb, ryby,
        rybn*, rybi*, losos*, tunczyk*, sledz*, makrel*, pstrag*, anchois, fisk*, *fisk*, lax, laxen, laks, *laks,
        sill, sild, torsk*, tonfisk*, tunfisk*, makrill*, makrell*, ansjos*, orret*, kala, kalaa, kalan, kalat,
        kaloja, kalaoljy*, kalakastike*, lohi*, lohta, tonnikala*, silakka*, silli*, sardiini*,
        kalojen, kaloist*, kalasta, kalaliem*, kalajauh*, *lohta, *lohest*, turska*, seiti*, kolja*, kummeli*, taimen*,
        kampela*, muikku*, anjovis*, siika*, flounder*, turbot*, lemon sole*, dover sole*, monkfish*, snapper*, sprat,
        sprats, pilchard*, barramundi*, carp, perch, pike, bream, sturgeon*, *barsch*, zander*, karpfen*, hecht*, aal,
        aale, heilbutt*, sprotte*, steinbutt*, morue*, fletan*, aiglefin*, merlan, limande*, rouget*, tacaud*, brochet*,
        lieu jaune, loup de mer, filet de sole, filets de sole, lenguado*, rodaballo*, lubina, lubinas, pez, peces,
        sogliola*, sogliole, branzino*, orata, orate, platessa*, nasello*, linguado*, halibute*, solha*, cavalinha*,
        robalo*, corvina*, schelvis*, heilbot*, koolvis*, hysefil*, seifil*, brisling*, kveite*, sejfil*, hoki,
        rodspaette*, helleflynder*, makrel*, abborre*, stromming*, dorsz*, mintaj*, morszczuk*, halibut*, rybe, rybami,
        rybach, rybom, rybna, sardynk*
        """,
        except: """
            shellfish*, crayfish*, cuttlefish*, crawfish*, jellyfish*, starfish*, *tintenfisch*, krebsfisch,
            blackfisk*, inktvis*, vegan fish*, vegan tuna*, fish free, fisher*, fischer*
            """)

    static let crustaceanWords = FoodVocabulary(
        """
        crustace*, shellfish*, shrimp*, prawn*, crab, crabs, crabmeat*, crab*, lobster*, crayfish*, crawfish*,
        langoust*, krill*, scampi*, *garnele*, *krabbe*, krebs*, *krebs, hummer*, krustent*, schalentier*, crevette*,
        crabe*, homard*, ecrevisse*, fruits de mer, gamba*, camaron*, cangrejo*, langost*, bogavante*, marisco*,
        crostace*, gamber*, aragost*, granchi*, frutti di mare, schaaldier*, *garnaal*, *garnal*, kreeft*, krab,
        krabben*, krab*, camarao*, camaroes, caranguejo*, lagosta*, skorupiak*, krewetk*, homar*, kraftdjur*, raka,
        rakor, *rakor, krabba, skaldyr*, skalldyr*, skaldjur*, krebsdyr*, krepsdyr*, reje, rejer, reke, reker,
        *ayriai*, katkarapu*, rapu, rapuja, ravun,
        *katkara*, rapua, ravut, ravust*, rapujen, taskura*, hummeri*, shell fish*, centollo*, necora*, buey de mar,
        scampo, astice*, krabb*, kraftor
        """, except: "crabapple*, crab apple*, seafood free")

    static let molluscWords = FoodVocabulary(
        """
        mollusc*, mollusk*, mollusq*, shellfish*, mussel*, oyster*, clam, clams, clam*, squid*, octopus*, scallop*,
        snail*, cuttlefish*, *calamar*, abalone*, cockle, cockles, whelk*, periwinkle*, weichtier*, *muschel*, auster,
        austern, austern*, *tintenfisch*, schnecke*, kalmar*, *muscheln, oktopus*, krake, moule, moules, huitre*,
        saint jacques, st jacques, petoncle*, poulpe*, seiche*, escargot*, encornet*, bulot*, fruits de mer, molusco*,
        mejillon*, almeja*, ostra*, vieira*, pulpo*, sepia*, caracol*, chipiron*, marisco*, mollusch*, cozz*, vongol*,
        ostrica, ostriche, polpo*, polpi, seppi*, totan*, lumac*, capesant*, frutti di mare, weekdier*, mossel*,
        oester*, inktvis*, slak, slakken*, jakobsschelp*, mexilh*, ameijoa*, lula, lulas, polvo*, mieczak*, malze,
        malzy, malzami, ostryg*, osmiornic*, slimak*, blotdjur*, mussla, musslor*, ostron*, blackfisk*, blaeckfisk*,
        bloddyr*, musling*, osters*, blaeksprut*, blotdyr*, blekksprut*, blaskjell*, skjell*, kamskjell*, *nilviai*,
        simpuk*, osteri*, mustekala*,
        *simpuk*, seepia*, calmar*, shell fish*, limpet*, conch, palourde*, berberecho*, navaja*, chirla*, chocos,
        kammusling*, kamskjel*, akkar, przegrzeb*
        """,
        except: """
            oyster mushroom*, austernpilz*, austernseitling*, oesterzwam*, en polvo, polvo de, polvora, clamp*,
            muschelnudel*
            """)

    static let lupinWords = FoodVocabulary(
        "*lupin*, altramuz*, altramuces, tremoco*, lubin*, *lupiini*, *lupiin*", except: "lubina, lubinas")

    static let sulphiteWords = FoodVocabulary(
        """
        *sulphit*, *sulfit*, sulphur dioxide*, sulfur dioxide*, *schwefeldioxid*, geschwefelt*, sulphured, sulfured,
        dioxyde de soufre, anhydride sulfureux, solfit*, *solfit*, anidride solforosa, dioxido de azufre, anhidrido
        sulfuroso, *zwaveldioxide*, *sulfiet*, dioxido de enxofre, *siarczyn*, dwutlenek siarki, dwutlenku siarki,
        svaveldioxid*, svovldioxid*, svoveldioksid*, rikkidioksid*, *sulfiit*, so2, e220, e221, e222, e223, e224,
        e225, e226, e227, e228,
        ditlenek siarki, ditlenku siarki, *rikkioksid*, schwefel, schwefligsaure*
        """)
}
