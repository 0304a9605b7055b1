/**
 * Migrations whose text was changed after a release, by the digest they had before: a database that has applied the
 * former text counts as having applied the migration. A later migration makes up the difference.
 */
const FORMER_HASHES: Readonly<Record<string, string>> = {
  // Made `idempotency_keys` without a primary key, which Galera may refuse; 0010_primary_keys adds it.
  '0000_household': '56edbca0375145c1475a87018d9b7370bee64e0f60c61590c2016168d7b33f57',
}

/** The digests by which a database may know a migration, its own first. */
export function hashesOf({ name, hash }: { name: string; hash: string }): string[] {
  const former = FORMER_HASHES[name]
  return former === undefined ? [hash] : [hash, former]
}
