CREATE TABLE `member_preferences` (
	`user_id` int NOT NULL,
	`language` enum('en','de'),
	`theme` enum('light','dark'),
	`first_weekday` tinyint,
	`hour_cycle` enum('h12','h23'),
	CONSTRAINT `member_preferences_user_id` PRIMARY KEY(`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `idempotency_keys` MODIFY COLUMN `response` mediumtext;--> statement-breakpoint
ALTER TABLE `lists` ADD `icon` varchar(32);--> statement-breakpoint
ALTER TABLE `lists` ADD `color` char(7);--> statement-breakpoint
ALTER TABLE `member_preferences` ADD CONSTRAINT `member_preferences_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;