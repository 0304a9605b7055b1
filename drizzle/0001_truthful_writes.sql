ALTER TABLE `outbox` DROP FOREIGN KEY `outbox_calendar_id_calendars_id_fk`;
--> statement-breakpoint
ALTER TABLE `outbox` MODIFY COLUMN `calendar_id` int;--> statement-breakpoint
ALTER TABLE `outbox` ADD `confirmed_at` datetime(3);--> statement-breakpoint
ALTER TABLE `outbox` ADD `error_code` varchar(32);--> statement-breakpoint
ALTER TABLE `outbox` ADD CONSTRAINT `outbox_calendar_id_calendars_id_fk` FOREIGN KEY (`calendar_id`) REFERENCES `calendars`(`id`) ON DELETE set null ON UPDATE no action;