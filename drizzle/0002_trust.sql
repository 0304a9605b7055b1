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
CREATE TABLE `admissions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`oidc_iss` varbinary(1024) NOT NULL,
	`oidc_sub` varbinary(1024) NOT NULL,
	`display_name` varchar(256),
	`email` varchar(320),
	`created_at` datetime(3) NOT NULL,
	`last_seen_at` datetime(3) NOT NULL,
	CONSTRAINT `admissions_id` PRIMARY KEY(`id`),
	CONSTRAINT `admissions_identity` UNIQUE(`oidc_iss`,`oidc_sub`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `ended_sessions` (
	`id_digest` char(64) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `ended_sessions_id_digest` PRIMARY KEY(`id_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendar_credentials` MODIFY COLUMN `account_email` varchar(256);--> statement-breakpoint
ALTER TABLE `calendars` ADD `is_hidden` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `missing_since` datetime(3);--> statement-breakpoint
ALTER TABLE `calendars` ADD `full_sync_position` mediumtext;--> statement-breakpoint
ALTER TABLE `calendars` ADD `full_sync_failed_at` datetime(3);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `calendar_username` varchar(256);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `user_addresses` text;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `auth_scheme` enum('basic','digest') DEFAULT 'basic' NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `failing_since` datetime(3);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `unreadable` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `refusals` int DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `refused_until` datetime(3);--> statement-breakpoint
ALTER TABLE `members` ADD `language` enum('en','de') DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `asked_uid` varchar(512) character set utf8mb4 collate utf8mb4_bin;--> statement-breakpoint
ALTER TABLE `outbox` ADD `destination_id` int;--> statement-breakpoint
ALTER TABLE `outbox` ADD `destination_href` varchar(2048) character set utf8mb4 collate utf8mb4_bin;--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_base_given` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `removed_shared_calendars` ADD CONSTRAINT `removed_shared_calendars_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `skipped_objects` ADD CONSTRAINT `skipped_objects_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `admissions_last_seen` ON `admissions` (`last_seen_at`);--> statement-breakpoint
CREATE INDEX `ended_sessions_prune` ON `ended_sessions` (`expires_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD CONSTRAINT `outbox_destination_id_calendars_id_fk` FOREIGN KEY (`destination_id`) REFERENCES `calendars`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `events_calendar_updated` ON `events` (`calendar_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `outbox_author_asked_uid` ON `outbox` (`author_id`,`asked_uid`);--> statement-breakpoint
ALTER TABLE `calendars` DROP COLUMN `missed_polls`;