extension Migrations {
    /// To whom medicines, labels, channels and calendars belong: to an account, or to the household if `account_id` is
    /// NULL. Rows of earlier releases go to the only account of their household; without an account, or with several,
    /// they belong to the household. An account cannot be deleted while something belongs to it.
    enum People {
        static let schema = """
            ALTER TABLE medicine ADD COLUMN account_id TEXT REFERENCES account (id);
            ALTER TABLE medicine ADD COLUMN given_by TEXT;
            ALTER TABLE medicine_label ADD COLUMN account_id TEXT REFERENCES account (id);
            ALTER TABLE channel ADD COLUMN account_id TEXT REFERENCES account (id);
            ALTER TABLE feed ADD COLUMN account_id TEXT REFERENCES account (id);
            \(["medicine", "medicine_label", "channel", "feed"].map(claim).joined(separator: "\n"))
            CREATE INDEX medicine_by_account ON medicine (account_id) WHERE account_id IS NOT NULL;
            CREATE INDEX medicine_label_by_account ON medicine_label (account_id) WHERE account_id IS NOT NULL;
            CREATE INDEX channel_by_account ON channel (account_id) WHERE account_id IS NOT NULL;
            CREATE INDEX feed_by_account ON feed (account_id) WHERE account_id IS NOT NULL;

            CREATE TABLE medicine_share (
                household_id TEXT NOT NULL, account_id TEXT NOT NULL, carer_id TEXT NOT NULL,
                reminds INTEGER NOT NULL CHECK (reminds IN (0, 1)), shared_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, account_id, carer_id),
                CHECK (account_id <> carer_id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, carer_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX medicine_share_by_carer ON medicine_share (household_id, carer_id);
            """

        /// The person who made an entry of the dose log; NULL for entries of earlier releases, of a household without
        /// accounts, of the command, and of people who have left.
        static let authors = """
            ALTER TABLE dose_event ADD COLUMN account_id TEXT REFERENCES account (id) ON DELETE SET NULL;
            CREATE INDEX dose_event_by_account ON dose_event (account_id) WHERE account_id IS NOT NULL;
            """

        private static func claim(_ table: String) -> String {
            """
            UPDATE \(table) SET account_id = (SELECT min(account_id) FROM membership
                WHERE membership.household_id = \(table).household_id HAVING count(*) = 1);
            """
        }
    }
}
