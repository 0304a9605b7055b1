CREATE TABLE `leases` (
	`name` varchar(128) character set ascii collate ascii_bin NOT NULL,
	`holder` char(36) NOT NULL,
	`fence` bigint NOT NULL,
	`until_at` datetime(3) NOT NULL,
	CONSTRAINT `leases_name` PRIMARY KEY(`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
