CREATE TABLE `device_sessions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`member_id` int NOT NULL,
	`token_digest` varchar(64) character set ascii collate ascii_bin NOT NULL,
	`name` varchar(128) NOT NULL,
	`kind` enum('local','oidc') NOT NULL,
	`session_version` int NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3) NOT NULL,
	CONSTRAINT `device_sessions_id` PRIMARY KEY(`id`),
	CONSTRAINT `device_sessions_token` UNIQUE(`token_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `device_sessions` ADD CONSTRAINT `device_sessions_member_id_members_id_fk` FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX `device_sessions_member` ON `device_sessions` (`member_id`,`last_used_at`);--> statement-breakpoint
CREATE INDEX `device_sessions_prune` ON `device_sessions` (`last_used_at`);