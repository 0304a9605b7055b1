ALTER TABLE `calendar_credentials` MODIFY COLUMN `account_email` varchar(256);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `calendar_username` varchar(256);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `auth_scheme` enum('basic','digest') DEFAULT 'basic' NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `failing_since` datetime(3);--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `unreadable` boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `refusals` int DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `calendar_credentials` ADD `refused_until` datetime(3);