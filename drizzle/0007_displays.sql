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
ALTER TABLE `display_calendars` ADD CONSTRAINT `display_calendars_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_calendars` ADD CONSTRAINT `display_calendars_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_lists` ADD CONSTRAINT `display_lists_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_lists` ADD CONSTRAINT `display_lists_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_writes` ADD CONSTRAINT `display_writes_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `display_writes` ADD CONSTRAINT `display_writes_author_id_members_id_fk` FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `displays` ADD CONSTRAINT `displays_added_by_members_id_fk` FOREIGN KEY (`added_by`) REFERENCES `members`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `pairing_codes` ADD CONSTRAINT `pairing_codes_display_id_displays_id_fk` FOREIGN KEY (`display_id`) REFERENCES `displays`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `display_calendars_calendar` ON `display_calendars` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `display_lists_list` ON `display_lists` (`list_id`);--> statement-breakpoint
CREATE INDEX `display_writes_prune` ON `display_writes` (`created_at`);--> statement-breakpoint
CREATE INDEX `pairing_failures_prune` ON `pairing_failures` (`updated_at`);