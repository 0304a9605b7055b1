-- oldest-version: 0011_replicas
CREATE TABLE `import_refusals` (
	`id` int AUTO_INCREMENT NOT NULL,
	`import_id` int NOT NULL,
	`title` varchar(255) character set utf8mb4 collate utf8mb4_bin NOT NULL,
	`day` char(10),
	CONSTRAINT `import_refusals_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
--> statement-breakpoint
ALTER TABLE `import_refusals` ADD CONSTRAINT `import_refusals_import_id_imports_id_fk` FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON DELETE cascade ON UPDATE no action;