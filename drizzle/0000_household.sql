CREATE TABLE `calendars` (
	`id` int AUTO_INCREMENT NOT NULL,
	`user_id` int NOT NULL,
	`url` varchar(1024) character set ascii collate ascii_bin NOT NULL,
	`display_name` varchar(255) NOT NULL,
	`color` char(7) NOT NULL,
	`is_shared` boolean NOT NULL DEFAULT false,
	`writable` boolean NOT NULL DEFAULT true,
	`ctag` varchar(512),
	`sync_token` varchar(2048),
	`missed_polls` int NOT NULL DEFAULT 0,
	`last_synced_at` datetime(3),
	`last_full_sync_at` datetime(3),
	`last_error` varchar(500),
	`skipped_objects` int NOT NULL DEFAULT 0,
	CONSTRAINT `calendars_id` PRIMARY KEY(`id`),
	CONSTRAINT `calendars_owner_url` UNIQUE(`user_id`,`url`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `events` (
	`id` int AUTO_INCREMENT NOT NULL,
	`calendar_id` int NOT NULL,
	`uid` varchar(512) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`href` varchar(2048) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`etag` varchar(512),
	`title` text NOT NULL,
	`location` text,
	`all_day` boolean NOT NULL,
	`dtstart_utc` datetime(3),
	`dtstart_date` date,
	`dtend_utc` datetime(3),
	`dtend_date` date,
	`has_rrule` boolean NOT NULL,
	`cancelled` boolean NOT NULL DEFAULT false,
	`first_utc` datetime(3) NOT NULL,
	`last_utc` datetime(3),
	`reminder_lead_minutes` int,
	`reminder_is_custom` boolean NOT NULL DEFAULT false,
	`raw_vevent` mediumtext NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `events_id` PRIMARY KEY(`id`),
	CONSTRAINT `events_calendar_uid` UNIQUE(`calendar_id`,`uid`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` int NOT NULL,
	`idempotency_key` varchar(255) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`request_digest` char(64) NOT NULL,
	`status` int,
	`response` text,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `idempotency_keys_user_id_idempotency_key_pk` PRIMARY KEY(`user_id`,`idempotency_key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `list_items` (
	`id` int AUTO_INCREMENT NOT NULL,
	`list_id` int NOT NULL,
	`text` text NOT NULL,
	`checked` boolean NOT NULL DEFAULT false,
	`rank` varchar(255) character set ascii collate ascii_bin NOT NULL,
	`client_id` char(36),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `list_items_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `list_shares` (
	`list_id` int NOT NULL,
	`user_id` int NOT NULL,
	CONSTRAINT `list_shares_list_id_user_id_pk` PRIMARY KEY(`list_id`,`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `lists` (
	`id` int AUTO_INCREMENT NOT NULL,
	`owner_id` int NOT NULL,
	`name` varchar(255) NOT NULL,
	`is_shared` boolean NOT NULL DEFAULT true,
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `lists_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `calendar_credentials` (
	`user_id` int NOT NULL,
	`provider_type` varchar(64) NOT NULL DEFAULT 'caldav',
	`account_email` varchar(256) NOT NULL,
	`server_url` varchar(1024) character set ascii collate ascii_bin,
	`app_password` text NOT NULL,
	`home_url` varchar(1024) character set ascii collate ascii_bin,
	`last_error` varchar(500),
	`last_polled_at` datetime(3),
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `calendar_credentials_user_id` PRIMARY KEY(`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `local_credentials` (
	`user_id` int NOT NULL,
	`username` varchar(128) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`username_key` varchar(256) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`password_hash` varchar(255) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `local_credentials_user_id` PRIMARY KEY(`user_id`),
	CONSTRAINT `local_credentials_username` UNIQUE(`username_key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`name_digest` char(64) NOT NULL,
	`recent_failures` varchar(512) NOT NULL DEFAULT '[]',
	`failure_count` int NOT NULL DEFAULT 0,
	`locked_until` datetime(3),
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `login_attempts_name_digest` PRIMARY KEY(`name_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `members` (
	`id` int AUTO_INCREMENT NOT NULL,
	`display_name` varchar(256),
	`color` char(7) NOT NULL,
	`is_admin` boolean NOT NULL DEFAULT false,
	`oidc_iss` varbinary(1024),
	`oidc_sub` varbinary(1024),
	`claimed` boolean NOT NULL DEFAULT false,
	`session_version` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `members_id` PRIMARY KEY(`id`),
	CONSTRAINT `members_identity` UNIQUE(`oidc_iss`,`oidc_sub`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `used_link_nonces` (
	`nonce` char(64) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `used_link_nonces_nonce` PRIMARY KEY(`nonce`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` int AUTO_INCREMENT NOT NULL,
	`author_id` int NOT NULL,
	`calendar_id` int NOT NULL,
	`uid` varchar(512) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`operation` enum('create','update','delete') NOT NULL,
	`status` enum('pending','failed','dead','done') NOT NULL DEFAULT 'pending',
	`attempt_count` int NOT NULL DEFAULT 0,
	`group_id` char(36),
	`etag` varchar(512),
	`payload` mediumtext,
	`base` mediumtext,
	`source_object` mediumtext,
	`href` varchar(2048) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`operation_id` char(36) NOT NULL,
	`sent_etag` varchar(512),
	`sent_object` mediumtext,
	`error` text,
	`next_attempt_at` datetime(3) NOT NULL,
	`claimed_by` char(36),
	`claimed_until` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `outbox_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`user_id` int NOT NULL,
	`endpoint` varchar(2048) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`endpoint_digest` char(64) NOT NULL,
	`p256dh` varchar(512) NOT NULL,
	`auth` varchar(256) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`last_success_at` datetime(3),
	`last_error` varchar(255),
	`refusals` int NOT NULL DEFAULT 0,
	CONSTRAINT `push_subscriptions_id` PRIMARY KEY(`id`),
	CONSTRAINT `push_subscriptions_endpoint` UNIQUE(`endpoint_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `sent_reminders` (
	`id` int AUTO_INCREMENT NOT NULL,
	`subscription_id` int NOT NULL,
	`key_digest` char(64) NOT NULL,
	`status` enum('stored','sent','failed') NOT NULL DEFAULT 'stored',
	`occurrence_at` datetime(3) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `sent_reminders_id` PRIMARY KEY(`id`),
	CONSTRAINT `sent_reminders_once` UNIQUE(`subscription_id`,`key_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `app_config` (
	`key` varchar(64) NOT NULL,
	`value` text NOT NULL,
	`updated_at` datetime(3) NOT NULL,
	CONSTRAINT `app_config_key` PRIMARY KEY(`key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendars` ADD CONSTRAINT `calendars_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `events` ADD CONSTRAINT `events_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD CONSTRAINT `idempotency_keys_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_items` ADD CONSTRAINT `list_items_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_shares` ADD CONSTRAINT `list_shares_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_shares` ADD CONSTRAINT `list_shares_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `lists` ADD CONSTRAINT `lists_owner_id_members_id_fk` FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD CONSTRAINT `calendar_credentials_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `local_credentials` ADD CONSTRAINT `local_credentials_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `outbox` ADD CONSTRAINT `outbox_author_id_members_id_fk` FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `outbox` ADD CONSTRAINT `outbox_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD CONSTRAINT `push_subscriptions_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `sent_reminders` ADD CONSTRAINT `sent_reminders_subscription_id_push_subscriptions_id_fk` FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `events_calendar_href` ON `events` (`calendar_id`,href(191));--> statement-breakpoint
CREATE INDEX `events_window_timed` ON `events` (`calendar_id`,`has_rrule`,`all_day`,`dtstart_utc`);--> statement-breakpoint
CREATE INDEX `events_window_all_day` ON `events` (`calendar_id`,`has_rrule`,`all_day`,`dtstart_date`);--> statement-breakpoint
CREATE INDEX `events_window_recurring` ON `events` (`calendar_id`,`has_rrule`,`last_utc`);--> statement-breakpoint
CREATE INDEX `events_reminders_timed` ON `events` (`has_rrule`,`all_day`,`reminder_lead_minutes`,`dtstart_utc`);--> statement-breakpoint
CREATE INDEX `events_reminders_all_day` ON `events` (`has_rrule`,`all_day`,`reminder_lead_minutes`,`dtstart_date`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `list_items_order` ON `list_items` (`list_id`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `list_items_checked_order` ON `list_items` (`list_id`,`checked`,`rank`,`id`);--> statement-breakpoint
CREATE INDEX `list_shares_user` ON `list_shares` (`user_id`);--> statement-breakpoint
CREATE INDEX `lists_owner` ON `lists` (`owner_id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_author_uid` ON `outbox` (`author_id`,`uid`);--> statement-breakpoint
CREATE INDEX `outbox_calendar_uid` ON `outbox` (`calendar_id`,`uid`);--> statement-breakpoint
CREATE INDEX `outbox_group` ON `outbox` (`group_id`);--> statement-breakpoint
CREATE INDEX `outbox_prune` ON `outbox` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sent_reminders_prune` ON `sent_reminders` (`occurrence_at`);