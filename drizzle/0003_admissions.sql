CREATE TABLE `admissions` (
	`id` int AUTO_INCREMENT NOT NULL,
	`oidc_iss` varbinary(1024) NOT NULL,
	`oidc_sub` varbinary(1024) NOT NULL,
	`display_name` varchar(256),
	`email` varchar(320),
	`created_at` datetime(3) NOT NULL,
	`last_seen_at` datetime(3) NOT NULL,
	CONSTRAINT `admissions_id` PRIMARY KEY(`id`),
	CONSTRAINT `admissions_identity` UNIQUE(`oidc_iss`,`oidc_sub`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE INDEX `admissions_last_seen` ON `admissions` (`last_seen_at`);