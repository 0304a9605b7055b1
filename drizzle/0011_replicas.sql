-- oldest-version: 0011_replicas
-- A version that lacks the revisions would leave changed answers under the tag they had.
CREATE TABLE `announcements` (
	`id` bigint AUTO_INCREMENT NOT NULL,
	`at` datetime(3) NOT NULL,
	`body` mediumtext NOT NULL,
	CONSTRAINT `announcements_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` varchar(128) character set ascii collate ascii_bin NOT NULL,
	`holder` char(36) NOT NULL,
	`fence` bigint NOT NULL,
	`until_at` datetime(3) NOT NULL,
	CONSTRAINT `leases_name` PRIMARY KEY(`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendars` ADD `revision` bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `zone_position` int;--> statement-breakpoint
ALTER TABLE `lists` ADD `revision` bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `announcements_at` ON `announcements` (`at`);