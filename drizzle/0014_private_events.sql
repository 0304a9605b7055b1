-- oldest-version: 0011_replicas
ALTER TABLE `events` ADD `private` boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- What else is no PUBLIC, the daily pass finds.
UPDATE `events` SET `private` = true WHERE `raw_vevent` LIKE '%\nCLASS:PRIVATE%' OR `raw_vevent` LIKE '%\nCLASS:CONFIDENTIAL%';
