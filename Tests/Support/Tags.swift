package import Testing

extension Tag {
    /// Pure: no disk, no process, no time.
    @Tag package static var small: Self
    /// In this process, with files and SQLite.
    @Tag package static var medium: Self
    /// Child processes, real models.
    @Tag package static var large: Self
}
