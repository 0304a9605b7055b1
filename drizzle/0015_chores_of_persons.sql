-- oldest-version: 0011_replicas
CREATE TABLE `completed_chores_of_persons` (
	`item_id` int NOT NULL,
	`list_id` int NOT NULL,
	`person_id` int NOT NULL,
	`done_at` datetime(3) NOT NULL,
	CONSTRAINT `completed_chores_of_persons_item_id` PRIMARY KEY(`item_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `list_items` ADD `person_ids` text;
--> statement-breakpoint
ALTER TABLE `completed_chores_of_persons` ADD CONSTRAINT `completed_chores_of_persons_list_id_lists_id_fk` FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE `completed_chores_of_persons` ADD CONSTRAINT `completed_chores_of_persons_person_id_persons_id_fk` FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX `completed_chores_of_persons_of_list` ON `completed_chores_of_persons` (`list_id`,`done_at`);