-- oldest-version: 0009_shopping
CREATE TABLE `leases` (
	`name` varchar(128) character set ascii collate ascii_bin NOT NULL,
	`holder` char(36) NOT NULL,
	`fence` bigint NOT NULL,
	`until_at` datetime(3) NOT NULL,
	CONSTRAINT `leases_name` PRIMARY KEY(`name`)
);
--> statement-breakpoint
ALTER TABLE `calendars` ADD `revision` bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `zone_position` int;--> statement-breakpoint
ALTER TABLE `lists` ADD `revision` bigint DEFAULT 0 NOT NULL;