CREATE TABLE `device_sessions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int NOT NULL,
	`token_digest` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`name` varchar(128) NOT NULL,
	`kind` enum('local','oidc') NOT NULL,
	`session_version` int NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3) NOT NULL,
	CONSTRAINT `device_sessions_id` PRIMARY KEY(`id`),
	CONSTRAINT `device_sessions_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `display_calendars` (
	`display_id` int NOT NULL,
	`calendar_id` int NOT NULL,
	CONSTRAINT `display_calendars_display_id_calendar_id_pk` PRIMARY KEY(`display_id`,`calendar_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `display_lists` (
	`display_id` int NOT NULL,
	`list_id` int NOT NULL,
	CONSTRAINT `display_lists_display_id_list_id_pk` PRIMARY KEY(`display_id`,`list_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `display_writes` (
	`display_id` int NOT NULL,
	`author_id` int NOT NULL,
	`uid` varchar(512) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `display_writes_display_id_uid_pk` PRIMARY KEY(`display_id`,`uid`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `displays` (
	`id` int AUTO_INCREMENT NOT NULL,
	`name` varchar(64) NOT NULL,
	`can_tick` boolean NOT NULL,
	`can_add` boolean NOT NULL,
	`added_by` int,
	`token_digest` char(64),
	`paired_at` datetime(3),
	`last_seen_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `displays_id` PRIMARY KEY(`id`),
	CONSTRAINT `displays_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `pairing_codes` (
	`display_id` int NOT NULL,
	`code_digest` char(64) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `pairing_codes_display_id` PRIMARY KEY(`display_id`),
	CONSTRAINT `pairing_codes_digest` UNIQUE(`code_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `pairing_failure_counts` (
	`minute` datetime(3) NOT NULL,
	`failure_count` int NOT NULL,
	CONSTRAINT `pairing_failure_counts_minute` PRIMARY KEY(`minute`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `pairing_failures` (
	`address_digest` char(64) NOT NULL,
	`recent_failures` varchar(512) NOT NULL DEFAULT '[]',
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `pairing_failures_address_digest` PRIMARY KEY(`address_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` int AUTO_INCREMENT NOT NULL,
	`token_digest` char(64) NOT NULL,
	`invited_by` int NOT NULL,
	`display_name` varchar(256),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `invitations_id` PRIMARY KEY(`id`),
	CONSTRAINT `invitations_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `unknown_tokens` (
	`source_digest` char(64) NOT NULL,
	`count` int NOT NULL,
	`since` datetime(3) NOT NULL,
	CONSTRAINT `unknown_tokens_source_digest` PRIMARY KEY(`source_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `former_names` (
	`person_id` int NOT NULL,
	`name_key` varchar(256) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`until` datetime(3) NOT NULL,
	CONSTRAINT `former_names_person_id_name_key_pk` PRIMARY KEY(`person_id`,`name_key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `person_managers` (
	`person_id` int NOT NULL,
	`member_id` int NOT NULL,
	CONSTRAINT `person_managers_person_id_member_id_pk` PRIMARY KEY(`person_id`,`member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `persons` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int,
	`name` varchar(256),
	`color` char(7),
	`birthday` date,
	`position` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `persons_id` PRIMARY KEY(`id`),
	CONSTRAINT `persons_member` UNIQUE(`member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
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
ALTER TABLE `calendars` ADD `visibility` enum('private','busy','household') DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `person_id` int;--> statement-breakpoint
ALTER TABLE `calendars` ADD `own_name` varchar(255);--> statement-breakpoint
ALTER TABLE `calendars` ADD `own_color` char(7);--> statement-breakpoint
ALTER TABLE `events` ADD `transparent` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `categories` text;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `device_id` int;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `event_id` int;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `which` varchar(16) character set ascii collate ascii_bin DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD `due_at` datetime(3);--> statement-breakpoint
ALTER TABLE `device_sessions` ADD CONSTRAINT `device_sessions_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_calendars` ADD CONSTRAINT `display_calendars_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_calendars` ADD CONSTRAINT `display_calendars_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_lists` ADD CONSTRAINT `display_lists_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_lists` ADD CONSTRAINT `display_lists_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_writes` ADD CONSTRAINT `display_writes_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_writes` ADD CONSTRAINT `display_writes_author_id_members_id_fk` FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `displays` ADD CONSTRAINT `displays_added_by_members_id_fk` FOREIGN KEY (`added_by`) REFERENCES `members`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `pairing_codes` ADD CONSTRAINT `pairing_codes_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `invitations` ADD CONSTRAINT `invitations_invited_by_members_id_fk` FOREIGN KEY (`invited_by`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `former_names` ADD CONSTRAINT `former_names_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `person_managers` ADD CONSTRAINT `person_managers_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `person_managers` ADD CONSTRAINT `person_managers_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `persons` ADD CONSTRAINT `persons_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `reminder_preferences` ADD CONSTRAINT `reminder_preferences_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `device_sessions_member` ON `device_sessions` (`member_id`,`last_used_at`);--> statement-breakpoint
CREATE INDEX `device_sessions_prune` ON `device_sessions` (`last_used_at`);--> statement-breakpoint
CREATE INDEX `display_calendars_calendar` ON `display_calendars` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `display_lists_list` ON `display_lists` (`list_id`);--> statement-breakpoint
CREATE INDEX `display_writes_prune` ON `display_writes` (`created_at`);--> statement-breakpoint
CREATE INDEX `pairing_failures_prune` ON `pairing_failures` (`updated_at`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_prune` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `unknown_tokens_prune` ON `unknown_tokens` (`since`);--> statement-breakpoint
CREATE INDEX `former_names_key` ON `former_names` (`name_key`);--> statement-breakpoint
CREATE INDEX `person_managers_member` ON `person_managers` (`member_id`);--> statement-breakpoint
ALTER TABLE `calendars` ADD CONSTRAINT `calendars_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD CONSTRAINT `push_subscriptions_device_id_device_sessions_id_fk` FOREIGN KEY (`device_id`) REFERENCES `device_sessions`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `sent_reminders_due` ON `sent_reminders` (`due_at`);--> statement-breakpoint
INSERT INTO `persons` (`member_id`, `position`, `created_at`) SELECT `id`, `id`, `created_at` FROM `members`;