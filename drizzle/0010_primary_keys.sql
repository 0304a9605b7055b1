-- oldest-version: 0009_shopping
-- Databases from before the first migration made the key.
ALTER TABLE `idempotency_keys` ADD PRIMARY KEY IF NOT EXISTS (`user_id`,`idempotency_key`), DROP INDEX IF EXISTS `idempotency_keys_member`;
