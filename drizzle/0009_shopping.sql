CREATE TABLE `item_memories` (
	`list_id` int NOT NULL,
	`revision` int NOT NULL,
	`forgotten_revision` int NOT NULL DEFAULT 0,
	`round` int NOT NULL,
	`round_at` datetime(3),
	CONSTRAINT `item_memories_list_id` PRIMARY KEY(`list_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `remembered_items` (
	`list_id` int NOT NULL,
	`key_digest` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`text` text NOT NULL,
	`section` varchar(64),
	`amount` varchar(64),
	`count` int NOT NULL,
	`weight` double NOT NULL,
	`last_at` datetime(3) NOT NULL,
	`bought_at` datetime(3),
	`rounds` text NOT NULL,
	`revision` int NOT NULL,
	CONSTRAINT `remembered_items_list_id_key_digest_pk` PRIMARY KEY(`list_id`,`key_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `list_additions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`list_id` int NOT NULL,
	`item_id` int NOT NULL,
	`user_id` int,
	`added_at` datetime(3) NOT NULL,
	CONSTRAINT `list_additions_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `list_notices` (
	`list_id` int NOT NULL,
	`user_id` int NOT NULL,
	`first_id` int,
	`due_at` datetime(3),
	CONSTRAINT `list_notices_list_id_user_id_pk` PRIMARY KEY(`list_id`,`user_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `list_items` ADD `key_digest` varchar(64) character set ascii collate ascii_bin;--> statement-breakpoint
ALTER TABLE `list_items` ADD `uncounted` int DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `item_memories` ADD CONSTRAINT `item_memories_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `remembered_items` ADD CONSTRAINT `remembered_items_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_additions` ADD CONSTRAINT `list_additions_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_additions` ADD CONSTRAINT `list_additions_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_notices` ADD CONSTRAINT `list_notices_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE `list_notices` ADD CONSTRAINT `list_notices_user_id_members_id_fk` FOREIGN KEY (`user_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `remembered_items_key` ON `remembered_items` (`key_digest`);--> statement-breakpoint
CREATE INDEX `remembered_items_revision` ON `remembered_items` (`list_id`,`revision`);--> statement-breakpoint
CREATE INDEX `list_additions_list` ON `list_additions` (`list_id`,`id`);--> statement-breakpoint
CREATE INDEX `list_additions_user` ON `list_additions` (`user_id`);--> statement-breakpoint
CREATE INDEX `list_additions_age` ON `list_additions` (`added_at`);--> statement-breakpoint
CREATE INDEX `list_notices_user` ON `list_notices` (`user_id`);--> statement-breakpoint
CREATE INDEX `list_notices_due` ON `list_notices` (`due_at`);--> statement-breakpoint
CREATE INDEX `list_items_key` ON `list_items` (`list_id`,`checked`,`key_digest`);--> statement-breakpoint
CREATE INDEX `list_items_uncounted` ON `list_items` (`list_id`,`uncounted`);