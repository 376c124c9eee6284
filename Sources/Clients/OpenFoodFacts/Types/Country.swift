/// A country in the form of the service's queries: two letters of Open Food Facts' own list, which is ISO 3166 with
/// `uk` for the United Kingdom, and `world`.
///
/// One unknown code makes the whole request fail. In responses countries are tags, for example `en:france`.
public enum Country: OpenWord {
    /// One of the list.
    case listed(Code)
    /// A value that this version does not know.
    case other(String)

    /// The list.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case ad, ae, af, ag, ai, al, am, ao, aq, ar, `as`, at, au, aw, ax, az, ba, bb, bd, be, bf, bg, bh, bi, bj,
            bl, bm, bn, bo, bq, br, bs, bt, bv, bw, by, bz, ca, cc, cd, cf, cg, ch, ci, ck, cl, cm, cn, co, cr, cu,
            cv, cw, cx, cy, cz, de, dj, dk, dm, `do`, dz, ec, ee, eg, eh, er, es, et, fi, fj, fk, fm, fo, fr, ga, gd,
            ge, gf, gg, gh, gi, gl, gm, gn, gp, gq, gr, gs, gt, gu, gw, gy, hk, hm, hn, hr, ht, hu, id, ie, il, im,
            `in`, io, iq, ir, `is`, it, je, jm, jo, jp, ke, kg, kh, ki, km, kn, kp, kr, kw, ky, kz, la, lb, lc, li,
            lk, lr, ls, lt, lu, lv, ly, ma, mc, md, me, mf, mg, mh, mk, ml, mm, mn, mo, mp, mq, mr, ms, mt, mu, mv,
            mw, mx, my, mz, na, nc, ne, nf, ng, ni, nl, no, np, nr, nu, nz, om, pa, pe, pf, pg, ph, pk, pl, pm, pn,
            pr, ps, pt, pw, py, qa, re, ro, rs, ru, rw, sa, sb, sc, sd, se, sg, sh, si, sj, sk, sl, sm, sn, so, sr,
            ss, st, sv, sx, sy, sz, tc, td, tf, tg, th, tj, tk, tl, tm, tn, to, tr, tt, tv, tw, tz, ua, ug, uk, um,
            us, uy, uz, va, vc, ve, vg, vi, vn, vu, wf, ws, xk, ye, yt, za, zm, zw, world
    }

    public static var known: [Country] { Code.allCases.map { .listed($0) } }

    /// Converts to lower case, and `gb` to `uk`.
    public init(rawValue: String) {
        let text = rawValue.lowercased()
        self = Code(rawValue: text == "gb" ? "uk" : text).map { .listed($0) } ?? .other(rawValue)
    }

    public var rawValue: String {
        switch self {
        case .listed(let code): code.rawValue
        case .other(let text): text
        }
    }

    /// The whole world.
    public static let world = Country.listed(.world)
    /// Austria.
    public static let austria = Country.listed(.at)
    /// Belgium.
    public static let belgium = Country.listed(.be)
    /// France.
    public static let france = Country.listed(.fr)
    /// Germany.
    public static let germany = Country.listed(.de)
    /// Italy.
    public static let italy = Country.listed(.it)
    /// The Netherlands.
    public static let netherlands = Country.listed(.nl)
    /// Spain.
    public static let spain = Country.listed(.es)
    /// Switzerland.
    public static let switzerland = Country.listed(.ch)
    /// The United Kingdom, which ISO 3166 calls `gb`.
    public static let unitedKingdom = Country.listed(.uk)
    /// The United States.
    public static let unitedStates = Country.listed(.us)
}
