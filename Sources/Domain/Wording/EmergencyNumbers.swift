/// The telephone numbers for a medical emergency, by country.
///
/// A number is here if two sources agree: it is the usual number of the country's ambulance service or of all emergency
/// services, and the short numbers of Google's libphonenumber (release 9.0.43 of 2026, Apache-2.0) have it as an emergency
/// number of the country. Countries on which they disagree are left out (as Serbia, Pakistan, Indonesia), and then no
/// number is shown. Scripts/emergency-numbers compares the table with a release of libphonenumber.
public enum EmergencyNumbers {
    /// A country or territory, and its telephone number for a medical emergency.
    public struct Country: Sendable, Hashable {
        /// Two letters (ISO 3166-1), lower case.
        public let code: String
        /// The name in English; the sort key of `countries`.
        public let englishName: String
        /// As it is dialled.
        public let number: String

        /// The name in the language of the current task.
        public var name: String { EmergencyNumbers.name(of: code) ?? englishName }
    }

    /// Sorted by English name.
    public static let countries: [Country] = table.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        return parts.count == 3 ? Country(code: parts[0].lowercased(), englishName: parts[2], number: parts[1]) : nil
    }

    /// `code` in upper or lower case.
    public static func country(_ code: String) -> Country? { byCode[code.lowercased()] }

    private static let byCode = Dictionary(
        countries.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    private static let table = """
        AL 127 Albania
        AS 911 American Samoa
        AD 112 Andorra
        AI 911 Anguilla
        AG 911 Antigua and Barbuda
        AR 107 Argentina
        AM 103 Armenia
        AW 911 Aruba
        AU 000 Australia
        AT 112 Austria
        BS 911 Bahamas
        BH 999 Bahrain
        BD 999 Bangladesh
        BB 511 Barbados
        BY 103 Belarus
        BE 112 Belgium
        BM 911 Bermuda
        BO 118 Bolivia
        BA 124 Bosnia and Herzegovina
        BW 997 Botswana
        BR 192 Brazil
        VG 911 British Virgin Islands
        BG 112 Bulgaria
        KH 119 Cambodia
        CA 911 Canada
        KY 911 Cayman Islands
        CL 131 Chile
        CN 120 China
        CX 000 Christmas Island
        CC 000 Cocos (Keeling) Islands
        CO 123 Colombia
        CR 911 Costa Rica
        HR 112 Croatia
        CU 104 Cuba
        CY 112 Cyprus
        CZ 112 Czech Republic
        DK 112 Denmark
        DM 911 Dominica
        DO 911 Dominican Republic
        EC 911 Ecuador
        EG 123 Egypt
        SV 911 El Salvador
        EE 112 Estonia
        FO 112 Faroe Islands
        FJ 911 Fiji
        FI 112 Finland
        FR 112 France
        GE 112 Georgia
        DE 112 Germany
        GH 193 Ghana
        GI 112 Gibraltar
        GR 112 Greece
        GL 112 Greenland
        GD 911 Grenada
        GU 911 Guam
        GG 999 Guernsey
        HK 999 Hong Kong
        HU 112 Hungary
        IS 112 Iceland
        IN 112 India
        IR 115 Iran
        IE 112 Ireland
        IM 999 Isle of Man
        IL 101 Israel
        IT 112 Italy
        JM 110 Jamaica
        JP 119 Japan
        JE 999 Jersey
        JO 911 Jordan
        KZ 103 Kazakhstan
        KE 999 Kenya
        KW 112 Kuwait
        KG 103 Kyrgyzstan
        LA 195 Laos
        LV 112 Latvia
        LB 140 Lebanon
        LI 112 Liechtenstein
        LT 112 Lithuania
        LU 112 Luxembourg
        MO 999 Macau
        MY 999 Malaysia
        MV 102 Maldives
        MT 112 Malta
        MU 114 Mauritius
        YT 112 Mayotte
        MX 911 Mexico
        MD 112 Moldova
        MC 112 Monaco
        MN 103 Mongolia
        ME 124 Montenegro
        MS 911 Montserrat
        NP 102 Nepal
        NL 112 Netherlands
        NZ 111 New Zealand
        NI 128 Nicaragua
        MK 194 North Macedonia
        MP 911 Northern Mariana Islands
        NO 113 Norway
        OM 9999 Oman
        PA 911 Panama
        PY 911 Paraguay
        PH 911 Philippines
        PL 112 Poland
        PT 112 Portugal
        PR 911 Puerto Rico
        QA 999 Qatar
        RO 112 Romania
        RU 103 Russia
        RE 112 Réunion
        KN 911 Saint Kitts and Nevis
        LC 911 Saint Lucia
        VC 911 Saint Vincent and the Grenadines
        SM 118 San Marino
        SA 997 Saudi Arabia
        SC 999 Seychelles
        SG 995 Singapore
        SK 112 Slovakia
        SI 112 Slovenia
        ZA 10177 South Africa
        KR 119 South Korea
        ES 112 Spain
        SJ 113 Svalbard and Jan Mayen
        SE 112 Sweden
        CH 144 Switzerland
        TW 119 Taiwan
        TJ 103 Tajikistan
        TH 1669 Thailand
        TN 190 Tunisia
        TC 911 Turks and Caicos Islands
        TR 112 Türkiye
        VI 911 US Virgin Islands
        UG 999 Uganda
        UA 103 Ukraine
        AE 998 United Arab Emirates
        GB 999 United Kingdom
        US 911 United States
        UY 911 Uruguay
        VA 112 Vatican City
        VN 115 Vietnam
        AX 112 Åland Islands
        """
}
