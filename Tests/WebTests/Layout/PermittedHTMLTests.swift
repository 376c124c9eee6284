import Accounts
import HTTPTypes
import Support
import Testing

@testable import Web

@Suite("What is left out of a page", .tags(.small))
struct PermittedHTMLTests {
    @Test(
        "Forms, links and elements that a guest may not use are left out, with what is blank without them",
        arguments: [
            (#"<p>One</p>"#, #"<p>One</p>"#),
            // Forms
            (
                #"<div><b>Rose</b><form method="post" action="/chores/1/done"><button>Done</button></form></div>"#,
                #"<div><b>Rose</b></div>"#
            ),
            (
                #"<form method="post" action="/photographs"><input name="a"></form>"#,
                #"<form method="post" action="/photographs"><input name="a"></form>"#
            ),
            (
                #"<form method="get" action="/agenda"><input name="show"></form>"#,
                #"<form method="get" action="/agenda"><input name="show"></form>"#
            ),
            (
                #"<form method="dialog"><button>Close</button></form>"#,
                #"<form method="dialog"><button>Close</button></form>"#
            ),
            (
                #"<form method="post" action="/language"><button>Deutsch</button></form>"#,
                #"<form method="post" action="/language"><button>Deutsch</button></form>"#
            ),
            // Links
            (#"<p>See <a href="/medicines/x?note=1">the plan</a> today.</p>"#, #"<p>See the plan today.</p>"#),
            (
                #"<p class="links"><a class="more" href="/plants/new">Add</a> <a class="more" href="/plants">All</a></p>"#,
                #"<p class="links"> <a class="more" href="/plants">All</a></p>"#
            ),
            (#"<p class="links"><a class="more" href="/plants/new">Add</a></p><p></p>"#, #"<p></p>"#),
            (
                ##"<a href="#top">Top</a><a href="?page=2">Next</a><a href="https://plantnet.org/">Pl@ntNet</a>"##,
                ##"<a href="#top">Top</a><a href="?page=2">Next</a><a href="https://plantnet.org/">Pl@ntNet</a>"##
            ),
            // What is blank without them
            (
                #"<details><summary>More</summary>"# + "\n"
                    + #"<form method="post" action="/plants/1/notes"></form></details>"#, ""
            ),
            (#"<section><h2>Notes</h2><ul><li><form method="post" action="/log/undo"></form></li></ul></section>"#, ""),
            (
                #"<section><h2>Notes</h2><p>Dry.</p><form method="post" action="/log/undo"></form></section>"#,
                #"<section><h2>Notes</h2><p>Dry.</p></section>"#
            ),
            (
                #"<div class="heading"><h2>Next</h2> <a class="more" href="/agenda/new">Add</a></div>"#,
                #"<div class="heading"><h2>Next</h2> </div>"#
            ),
            (#"<ul><li></li></ul>"#, #"<ul><li></li></ul>"#),
            // Elements with a permission
            (
                #"<ul><li data-needs="read-medicines"><a href="/medicines">M</a></li><li>T</li></ul>"#,
                "<ul><li>T</li></ul>"
            ),
            (
                #"<p data-needs="read">Seen</p><p data-needs="change">Unseen</p>"#, #"<p data-needs="read">Seen</p>"#
            ),
            // The words of a label, which scripts mark.
            (#"<p data-words="1-2">Two tablets</p>"#, #"<p data-words="1-2">Two tablets</p>"#),
            (
                #"<form method="post" action="/log/undo" data-unwraps-without="change"><ol><li>Rosa</li></ol></form>"#,
                "<ol><li>Rosa</li></ol>"
            ),
            (
                "<p title=\"\u{301}x\"><a href=\"/medicines\">\u{600}M</a></p>", "<p title=\"\u{301}x\">\u{600}M</p>"
            ),
            (#"<img data-needs="change" src="x"><img src="y" alt="a > b"><br>"#, #"<img src="y" alt="a > b"><br>"#),
        ])
    func guest(html: String, permitted: String) {
        #expect(PermittedHTML.permitted(html, Role.guest.permissions) == permitted)
    }

    @Test("Nothing is left out for an owner, and nothing without accounts")
    func owner() {
        let html =
            #"<li data-needs="change"><form method="post" action="/people/1/remove"></form><a href="/people">P</a></li>"#
        #expect(PermittedHTML.permitted(html, Role.owner.permissions) == html)
        #expect(PermittedHTML.permitted(html) == html)
    }

    @Test("The attributes of templates name permissions")
    func names() throws {
        let templates = try PageRenderer(folder: Fixture.root + "/Sources/Web", version: "test").templates
        var count = 0
        for name in templates.names {
            let text = try #require(templates[name])
            for match in text.matches(of: /data-(?:needs|unwraps-without)="([^"]*)"/) {
                #expect(Permission(rawValue: String(match.1)) != nil, "\(name): \(match.1)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test("An address belongs to the most specific area, and its query and fragment do not count")
    func addresses() {
        #expect(Access(at: "/plants/new?species=rosa", .get) == .permission(.change))
        #expect(Access(at: "/plants/abc#care", .get) == .permission(.read))
        #expect(Access(at: "/plants/abc/photographs", .post) == .permission(.photograph))
        #expect(Access(at: "/", .get) == .permission(.read))
        #expect(Access(at: "/no-such", .get) == nil)
    }
}
