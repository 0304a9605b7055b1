CREATE TABLE `birthdays` (
	`id` int AUTO_INCREMENT NOT NULL,
	`name` varchar(256) NOT NULL,
	`month_day` char(5) NOT NULL,
	`year` smallint,
	`reminder` enum('none','morning','evening') NOT NULL DEFAULT 'none',
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `birthdays_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `event_words` (
	`calendar_id` int NOT NULL,
	`event_id` int NOT NULL,
	`revision` int NOT NULL,
	`is_recurring` boolean NOT NULL,
	`starts_at` bigint NOT NULL,
	`ends_at` bigint NOT NULL,
	`words` mediumtext NOT NULL,
	CONSTRAINT `event_words_calendar_id_event_id_pk` PRIMARY KEY(`calendar_id`,`event_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `feed_calendars` (
	`feed_id` int NOT NULL,
	`calendar_id` int NOT NULL,
	CONSTRAINT `feed_calendars_feed_id_calendar_id_pk` PRIMARY KEY(`feed_id`,`calendar_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `feed_lists` (
	`feed_id` int NOT NULL,
	`list_id` int NOT NULL,
	CONSTRAINT `feed_lists_feed_id_list_id_pk` PRIMARY KEY(`feed_id`,`list_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `feeds` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int NOT NULL,
	`token_digest` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`name` varchar(255),
	`detail` enum('full','busy') NOT NULL,
	`reminders` boolean NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3),
	CONSTRAINT `feeds_id` PRIMARY KEY(`id`),
	CONSTRAINT `feeds_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `home_accounts` (
	`id` int AUTO_INCREMENT NOT NULL,
	`user_id` int,
	`username` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`app_password` text,
	`is_listed` boolean NOT NULL DEFAULT true,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `home_accounts_id` PRIMARY KEY(`id`),
	CONSTRAINT `home_accounts_member` UNIQUE(`user_id`),
	CONSTRAINT `home_accounts_username` UNIQUE(`username`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `import_objects` (
	`id` int AUTO_INCREMENT NOT NULL,
	`import_id` int NOT NULL,
	`uid` varchar(512) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`object` mediumtext NOT NULL,
	`outbox_id` int,
	`attempt_count` int NOT NULL DEFAULT 0,
	`next_attempt_at` datetime(3),
	CONSTRAINT `import_objects_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int NOT NULL,
	`calendar_id` int,
	`status` enum('running','done','failed','cancelled') NOT NULL DEFAULT 'running',
	`total` int NOT NULL,
	`done` int NOT NULL DEFAULT 0,
	`known` int NOT NULL DEFAULT 0,
	`failed` int NOT NULL DEFAULT 0,
	`skipped` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `imports_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `completed_chores` (
	`item_id` int NOT NULL,
	`list_id` int NOT NULL,
	`user_id` int NOT NULL,
	`done_at` datetime(3) NOT NULL,
	CONSTRAINT `completed_chores_item_id` PRIMARY KEY(`item_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `list_ranks` (
	`list_id` int NOT NULL,
	`user_id` int NOT NULL,
	`rank` varchar(255) character set ascii collate ascii_bin NOT NULL,
	CONSTRAINT `list_ranks_user_id_list_id_pk` PRIMARY KEY(`user_id`,`list_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`user_id` int NOT NULL,
	`calendar_id` int NOT NULL,
	`sealed_url` text,
	`origin` varchar(300) character set ascii collate ascii_bin,
	`country` char(2),
	`region` varchar(32),
	`etag` varchar(512),
	`last_modified` varchar(64),
	`answer_digest` char(64),
	`is_empty_once` boolean NOT NULL DEFAULT false,
	`refresh_minutes` int,
	`last_tried_at` datetime(3),
	`last_good_at` datetime(3),
	`reason` varchar(32),
	`failure_count` int NOT NULL DEFAULT 0,
	`next_fetch_at` datetime(3) NOT NULL,
	`retry_after` datetime(3),
	`lease_token` char(36),
	`leased_until` datetime(3),
	CONSTRAINT `subscriptions_id` PRIMARY KEY(`id`),
	CONSTRAINT `subscriptions_calendarId_unique` UNIQUE(`calendar_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int NOT NULL,
	`token_digest` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`name` varchar(100) NOT NULL,
	`scope` enum('read','lists','events') NOT NULL,
	`expires` date,
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3),
	CONSTRAINT `api_tokens_id` PRIMARY KEY(`id`),
	CONSTRAINT `api_tokens_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendars` ADD `source` enum('caldav','feed','holidays') DEFAULT 'caldav' NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `words_revision` int DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `list_items` ADD `section` varchar(64);--> statement-breakpoint
ALTER TABLE `list_items` ADD `amount` varchar(64);--> statement-breakpoint
ALTER TABLE `list_items` ADD `due` date;--> statement-breakpoint
ALTER TABLE `list_items` ADD `due_time` char(5);--> statement-breakpoint
ALTER TABLE `list_items` ADD `assignee_ids` text;--> statement-breakpoint
ALTER TABLE `list_items` ADD `recurrence` text;--> statement-breakpoint
ALTER TABLE `list_items` ADD `rotates` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `list_items` ADD `done_by` int;--> statement-breakpoint
ALTER TABLE `list_items` ADD `done_at` datetime(3);--> statement-breakpoint
ALTER TABLE `list_items` ADD `series_id` int;--> statement-breakpoint
ALTER TABLE `list_items` ADD `follows_id` int;--> statement-breakpoint
ALTER TABLE `lists` ADD `kind` enum('plain','shopping','chores') DEFAULT 'plain' NOT NULL;--> statement-breakpoint
ALTER TABLE `lists` ADD `grouped` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `lists` ADD `section_order` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_import` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `event_words` ADD CONSTRAINT `event_words_event_id_events_id_fk` FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `feed_calendars` ADD CONSTRAINT `feed_calendars_feed_id_feeds_id_fk` FOREIGN KEY (`feed_id`) REFERENCES `feeds`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `feed_calendars` ADD CONSTRAINT `feed_calendars_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `feed_lists` ADD CONSTRAINT `feed_lists_feed_id_feeds_id_fk` FOREIGN KEY (`feed_id`) REFERENCES `feeds`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `feed_lists` ADD CONSTRAINT `feed_lists_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `feeds` ADD CONSTRAINT `feeds_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `home_accounts` ADD CONSTRAINT `home_accounts_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `import_objects` ADD CONSTRAINT `import_objects_import_id_imports_id_fk` FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `imports` ADD CONSTRAINT `imports_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `imports` ADD CONSTRAINT `imports_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `completed_chores` ADD CONSTRAINT `completed_chores_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `completed_chores` ADD CONSTRAINT `completed_chores_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_ranks` ADD CONSTRAINT `list_ranks_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_ranks` ADD CONSTRAINT `list_ranks_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD CONSTRAINT `subscriptions_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD CONSTRAINT `subscriptions_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `api_tokens` ADD CONSTRAINT `api_tokens_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `birthdays_month_day` ON `birthdays` (`month_day`);--> statement-breakpoint
CREATE INDEX `event_words_event` ON `event_words` (`event_id`);--> statement-breakpoint
CREATE INDEX `event_words_revision` ON `event_words` (`calendar_id`,`revision`);--> statement-breakpoint
CREATE INDEX `feed_calendars_calendar` ON `feed_calendars` (`calendar_id`);--> statement-breakpoint
CREATE INDEX `feed_lists_list` ON `feed_lists` (`list_id`);--> statement-breakpoint
CREATE INDEX `feeds_member` ON `feeds` (`member_id`);--> statement-breakpoint
CREATE INDEX `import_objects_waiting` ON `import_objects` (`import_id`,`outbox_id`);--> statement-breakpoint
CREATE INDEX `imports_prune` ON `imports` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `completed_chores_of_list` ON `completed_chores` (`list_id`,`done_at`);--> statement-breakpoint
CREATE INDEX `list_ranks_list` ON `list_ranks` (`list_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_next_fetch` ON `subscriptions` (`next_fetch_at`);--> statement-breakpoint
CREATE INDEX `api_tokens_member` ON `api_tokens` (`member_id`);--> statement-breakpoint
ALTER TABLE `list_items` ADD CONSTRAINT `list_items_done_by_members_id_fk` FOREIGN KEY (`done_by`) REFERENCES `members`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `list_items_due` ON `list_items` (`checked`,`due`);--> statement-breakpoint
CREATE INDEX `list_items_series` ON `list_items` (`series_id`);