CREATE TABLE `reminder_preferences` (
	`user_id` int NOT NULL,
	`default_timed` smallint,
	`default_all_day` smallint,
	`shared` varchar(32) character set ascii collate ascii_bin NOT NULL DEFAULT 'all',
	`quiet_start` char(5),
	`quiet_end` char(5),
	`morning` char(5),
	CONSTRAINT `reminder_preferences_user_id` PRIMARY KEY(`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `sent_reminders` MODIFY COLUMN `status` enum('stored','sent','failed','held','snoozed','done') NOT NULL DEFAULT 'stored';--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `event_id` int;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `which` varchar(16) character set ascii collate ascii_bin DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `due_at` datetime(3);--> statement-breakpoint
ALTER TABLE `reminder_preferences` ADD CONSTRAINT `reminder_preferences_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `sent_reminders_due` ON `sent_reminders` (`due_at`);