CREATE TABLE `invitations` (
	`id` int AUTO_INCREMENT NOT NULL,
	`token_digest` char(64) NOT NULL,
	`invited_by` int NOT NULL,
	`display_name` varchar(256),
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`used_at` datetime(3),
	CONSTRAINT `invitations_id` PRIMARY KEY(`id`),
	CONSTRAINT `invitations_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE TABLE `unknown_tokens` (
	`source_digest` char(64) NOT NULL,
	`count` int NOT NULL,
	`since` datetime(3) NOT NULL,
	CONSTRAINT `unknown_tokens_source_digest` PRIMARY KEY(`source_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `invitations` ADD CONSTRAINT `invitations_invited_by_members_id_fk` FOREIGN KEY (`invited_by`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_prune` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `unknown_tokens_prune` ON `unknown_tokens` (`since`);