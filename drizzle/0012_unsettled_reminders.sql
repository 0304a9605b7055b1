-- oldest-version: 0011_replicas
CREATE INDEX `sent_reminders_unsettled` ON `sent_reminders` (`status`,`created_at`);