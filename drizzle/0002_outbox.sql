ALTER TABLE `calendar_credentials` ADD `refused_until` datetime(3);--> statement-breakpoint
ALTER TABLE `outbox` ADD `asked_uid` varchar(512) character set utf8mb4 collate utf8mb4_bin;--> statement-breakpoint
ALTER TABLE `outbox` ADD `destination_id` int;--> statement-breakpoint
ALTER TABLE `outbox` ADD `destination_href` varchar(2048) character set utf8mb4 collate utf8mb4_bin;--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_base_given` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD CONSTRAINT `outbox_destination_id_calendars_id_fk` FOREIGN KEY (`destination_id`) REFERENCES `calendars`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `outbox_author_asked_uid` ON `outbox` (`author_id`,`asked_uid`);