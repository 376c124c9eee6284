/// A language as the service writes it: two letters of ISO 639-1. For a tag with a country (`pt-BR`) the service
/// answers in English.
public enum Language: OpenWord {
    /// One of ISO 639-1.
    case listed(Code)
    /// A value that this version does not know.
    case other(String)

    /// The list.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case aa, ab, ae, af, ak, am, an, ar, `as`, av, ay, az, ba, be, bg, bh, bi, bm, bn, bo, br, bs, ca, ce, ch,
            co, cr, cs, cu, cv, cy, da, de, dv, dz, ee, el, en, eo, es, et, eu, fa, ff, fi, fj, fo, fr, fy, ga, gd,
            gl, gn, gu, gv, ha, he, hi, ho, hr, ht, hu, hy, hz, ia, id, ie, ig, ii, ik, io, `is`, it, iu, ja, jv, ka,
            kg, ki, kj, kk, kl, km, kn, ko, kr, ks, ku, kv, kw, ky, la, lb, lg, li, ln, lo, lt, lu, lv, mg, mh, mi,
            mk, ml, mn, mr, ms, mt, my, na, nb, nd, ne, ng, nl, nn, no, nr, nv, ny, oc, oj, om, or, os, pa, pi, pl,
            ps, pt, qu, rm, rn, ro, ru, rw, sa, sc, sd, se, sg, si, sk, sl, sm, sn, so, sq, sr, ss, st, su, sv, sw,
            ta, te, tg, th, ti, tk, tl, tn, to, tr, ts, tt, tw, ty, ug, uk, ur, uz, ve, vi, vo, wa, wo, xh, yi, yo,
            za, zh, zu
    }

    public static var known: [Language] { Code.allCases.map { .listed($0) } }

    public init(rawValue: String) {
        self = Code(rawValue: rawValue).map { .listed($0) } ?? .other(rawValue)
    }

    /// The language of a tag in the form of systems and browsers: `pt` for `pt-BR`, `pt_BR.UTF-8` and `PT`. Returns nil
    /// if the language is not in ISO 639-1.
    public init?(tag: String) {
        let first = tag.lowercased().prefix { $0.isLetter }
        guard let code = Code(rawValue: String(first)) else { return nil }
        self = .listed(code)
    }

    public var rawValue: String {
        switch self {
        case .listed(let code): code.rawValue
        case .other(let text): text
        }
    }

    /// English, which the service uses by default.
    public static let english = Language.listed(.en)
    /// French.
    public static let french = Language.listed(.fr)
    /// German.
    public static let german = Language.listed(.de)
    /// Dutch.
    public static let dutch = Language.listed(.nl)
    /// Spanish.
    public static let spanish = Language.listed(.es)
    /// Italian.
    public static let italian = Language.listed(.it)
    /// Portuguese.
    public static let portuguese = Language.listed(.pt)
}
