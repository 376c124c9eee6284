package import Testing

extension Tag {
    /// Pure: no disk, no process, no time.
    @Tag package static var small: Self
    /// In this process, with files and SQLite.
    @Tag package static var medium: Self
    /// Child processes, real models.
    @Tag package static var large: Self
}

extension Trait where Self == ConditionTrait {
    /// Skips tests that compare with the recorded data beside the checkout if that folder is missing. If it exists, no
    /// test may be skipped for this reason: Scripts/run-tests searches for the comment.
    package static var needsShared: Self { .enabled(if: Fixture.shared != nil, "needs ../shared") }
}
