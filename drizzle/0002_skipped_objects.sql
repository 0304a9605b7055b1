CREATE TABLE `removed_shared_calendars` (
	`user_id` int NOT NULL,
	`url` varchar(1024) character set ascii collate ascii_bin NOT NULL,
	`removed_at` datetime(3) NOT NULL,
	CONSTRAINT `removed_shared_calendars_user_id` PRIMARY KEY(`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `skipped_objects` (
	`calendar_id` int NOT NULL,
	`href_digest` char(64) NOT NULL,
	`href` mediumtext NOT NULL,
	`etag` varchar(512),
	`reason` varchar(255) NOT NULL,
	`attempt_count` int NOT NULL,
	`next_attempt_at` datetime(3),
	CONSTRAINT `skipped_objects_calendar_id_href_digest_pk` PRIMARY KEY(`calendar_id`,`href_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendars` ADD `missing_since` datetime(3);--> statement-breakpoint
ALTER TABLE `calendars` ADD `full_sync_position` mediumtext;--> statement-breakpoint
ALTER TABLE `calendars` ADD `full_sync_failed_at` datetime(3);--> statement-breakpoint
ALTER TABLE `removed_shared_calendars` ADD CONSTRAINT `removed_shared_calendars_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `skipped_objects` ADD CONSTRAINT `skipped_objects_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `events_calendar_updated` ON `events` (`calendar_id`,`updated_at`);