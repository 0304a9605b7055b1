ALTER TABLE `calendars` ADD `revision` bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lists` ADD `revision` bigint DEFAULT 0 NOT NULL;