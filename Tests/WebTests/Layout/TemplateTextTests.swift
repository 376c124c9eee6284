import Messages
import Support
import Testing

@testable import Web

@Suite("Texts of templates", .tags(.small))
struct TemplateTextTests {
    @Test(
        "A text stands between block tags, with its inline tags and names",
        arguments: [
            ("<p>Hello</p>", ["Hello"]),
            ("<p>Signed in as <b>{{name}}</b>, {{role}}.</p>", ["Signed in as <b>{name}</b>, {role}."]),
            ("<p><a href=\"{{site.x}}\">Settings</a> <a href=\"/about\">About us</a></p>", ["Settings", "About us"]),
            (
                "<p><a href=\"{{x}}\">Sign in</a> to send it, or <a href=\"y\">wait</a>.</p>",
                ["<a>Sign in</a> to send it, or <a2>wait</a2>."]
            ),
            (
                "<li><a href=\"x\"{{#now}} aria-current=\"page\"{{/now}}><svg><use href=\"#i\"/></svg><span>Today</span></a></li>",
                ["Today"]
            ),
            ("<p>{{#one}}1 photo{{/one}}{{^one}}{{count}} photos{{/one}}</p>", ["1 photo", "{count} photos"]),
            ("<p>{{date}}</p><p>&nbsp;·&nbsp;</p>", []),
            ("<input placeholder=\"Your name\" value=\"{{typed}}\" name=\"Some Name\">", ["Your name"]),
            (
                "<div data-away=\"Not connected\" data-kind=\"plants\" data-x=\"{{a}}\" data-to=\"Send it\"></div>",
                ["Not connected", "Send it"]
            ),
            ("<p>Run <code>stillroom serve</code> again.</p>", ["Run <code/> again."]),
            ("<p><i lang=\"la\">Rosa canina</i></p><p translate=\"no\">Pl@ntNet</p>", []),
            ("<p>Two\n  lines<br>here</p>", ["Two lines<br/>here"]),
            ("<title>{{title}} – Stillroom</title>", ["{title} – Stillroom"]),
            ("<p>{{! A comment }}<b>{{#x}}Yes{{/x}}</b> and no</p>", ["Yes", "and no"]),
        ])
    func keys(_ template: String, _ keys: [String]) {
        #expect(TemplateText.keys(of: template) == keys)
    }

    @Test("A translation gets the tags and names of the template, in its own order")
    func translated() {
        let html = TemplateText.translated(
            "<p class=\"a\">\n Signed in as <b class=\"c\">{{name}}</b>, {{role}}. </p><img alt=\"A {{x}}\">"
        ) { key in
            ["Signed in as <b>{name}</b>, {role}.": "{role}: <b>{name}</b> ist da.", "A {x}": "{x}!"][key] ?? "?"
        }
        #expect(html == "<p class=\"a\">\n {{role}}: <b class=\"c\">{{name}}</b> ist da. </p><img alt=\"{{x}}!\">")
    }

    @Test("Templates whose texts are replaced by themselves stay as they are")
    func unchanged() throws {
        let templates = try PageRenderer(folder: Fixture.root + "/Sources/Web", version: "test").templates
        for name in templates.names {
            let text = try #require(templates[name])
            #expect(TemplateText.translated(text) { $0 } == text, "\(name)")
        }
    }
}
