import PostgresDatabase
import Support
import Testing

@Suite("Addresses of databases", .tags(.small))
struct PostgresAddressTests {
    @Test(
        "An address is PostgreSQL's own, with defaults that it may overrule",
        arguments: [
            ("postgresql://db/house", "connect_timeout=5", false),
            ("postgres://db/house", "tcp_user_timeout=15000", false),
            ("postgresql://a,b/house", "target_session_attrs=read-write", false),
            ("postgresql://db/house?connect_timeout=1", "?connect_timeout=1&", false),
            ("postgresql://me:secret@db/house", "application_name=stillroom", true),
            ("postgresql://me@db/house?password=secret", "keepalives_idle=10", true),
            ("postgresql://me:a/b@db/house", "keepalives_idle=10", true),
            ("postgresql://db/house?ssl%70assword=secret", "keepalives_idle=10", true),
            ("postgresql://me@[::1]:5432/house", "keepalives_idle=10", false),
            ("postgresql:///house?host=/a,/b", "target_session_attrs=read-write", false),
        ])
    func addresses(text: String, part: String, hasPassword: Bool) throws {
        let address = try #require(PostgresAddress(text))
        #expect(address.parameters.contains(part))
        #expect(address.hasPassword == hasPassword)
        #expect(!address.parameters.contains("connect_timeout=5") || !text.contains("connect_timeout=1"))
    }

    @Test(
        "Only this machine is reached without encryption, unless the address says so",
        arguments: [
            ("postgresql://db/house", true), ("postgresql://me@db.example.net:5432/house", true),
            ("postgresql://10.0.0.3/house", true), ("postgresql://a,localhost/house", true),
            ("postgresql://db/house?sslmode=verify-full", false), ("postgresql://db/house?sslmode=disable", false),
            ("postgresql:///house", false), ("postgresql://localhost/house", false),
            ("postgresql://me@127.0.0.1:5499/house", false), ("postgresql://[::1]:5432/house", false),
            ("postgresql://%2Frun%2Fpostgresql/house", false), ("postgresql:///house?host=/run/a,/run/b", false),
        ])
    func encryption(text: String, isRequired: Bool) throws {
        #expect(try #require(PostgresAddress(text)).parameters.contains("sslmode=require") == isRequired)
    }

    @Test(
        "An invalid address of a PostgreSQL database is refused",
        arguments: ["", "sqlite:a", "postgresql://", "postgresql://a b/c"])
    func refused(text: String) {
        #expect(PostgresAddress(text) == nil)
    }
}
