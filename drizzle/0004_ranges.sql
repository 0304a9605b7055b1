ALTER TABLE `outbox` ADD `range` enum('this','thisAndFuture','all');--> statement-breakpoint
ALTER TABLE `outbox` ADD `form_recurrence_id` varchar(32) character set ascii collate ascii_bin;