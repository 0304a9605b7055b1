CREATE TABLE `ended_sessions` (
	`id_digest` char(64) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	CONSTRAINT `ended_sessions_id_digest` PRIMARY KEY(`id_digest`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
CREATE INDEX `ended_sessions_prune` ON `ended_sessions` (`expires_at`);