CREATE TABLE `former_names` (
	`person_id` int NOT NULL,
	`name_key` varchar(256) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`until` datetime(3) NOT NULL,
	CONSTRAINT `former_names_person_id_name_key_pk` PRIMARY KEY(`person_id`,`name_key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `person_managers` (
	`person_id` int NOT NULL,
	`member_id` int NOT NULL,
	CONSTRAINT `person_managers_person_id_member_id_pk` PRIMARY KEY(`person_id`,`member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `persons` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int,
	`name` varchar(256),
	`color` char(7),
	`birthday` date,
	`position` int NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `persons_id` PRIMARY KEY(`id`),
	CONSTRAINT `persons_member` UNIQUE(`member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `calendars` ADD `visibility` enum('private','busy','household') DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `calendars` ADD `person_id` int;--> statement-breakpoint
ALTER TABLE `calendars` ADD `own_name` varchar(255);--> statement-breakpoint
ALTER TABLE `calendars` ADD `own_color` char(7);--> statement-breakpoint
ALTER TABLE `events` ADD `categories` text;--> statement-breakpoint
ALTER TABLE `former_names` ADD CONSTRAINT `former_names_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `person_managers` ADD CONSTRAINT `person_managers_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `person_managers` ADD CONSTRAINT `person_managers_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `persons` ADD CONSTRAINT `persons_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `former_names_key` ON `former_names` (`name_key`);--> statement-breakpoint
CREATE INDEX `person_managers_member` ON `person_managers` (`member_id`);--> statement-breakpoint
ALTER TABLE `calendars` ADD CONSTRAINT `calendars_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO `persons` (`member_id`, `position`, `created_at`) SELECT `id`, `id`, `created_at` FROM `members`;