/** A command of a document, and where it is run. */
export interface RunCommand {
  /** What it begins with, as the document has it. */
  command: string
  /** The file that runs it, and words of that file which do: its script, or the block that it takes from the document. */
  by: string
  with: string
}

const INSTALLED = 'tests/operating/household.ts'
const CONTAINERS = 'tests/operating/containers.test.ts'
const REPLICAS = 'tests/operating/replicas.test.ts'
const WITHOUT = 'tests/startup/without-containers.test.ts'
const AUTOMATION = 'tests/features/tokens/automation.test.ts'

/** The commands of the documents' shell blocks that a test runs. */
export const RUN_COMMANDS: Record<string, RunCommand[]> = {
  'README.md': [
    { command: 'bin/demo', by: 'tests/scripts/demo.test.ts', with: "'scripts/demo.ts'" },
    { command: 'bin/test', by: '.ci/run', with: 'bin/test' },
    { command: 'cp .env.example .env', by: INSTALLED, with: "'cp .env.example .env'" },
    { command: 'docker compose up -d', by: INSTALLED, with: 'installation.run(start)' },
    { command: 'docker compose exec corkboard bun run member add', by: INSTALLED, with: 'withoutTerminal(add)' },
  ],
  'docs/automation.md': [{ command: 'curl ', by: AUTOMATION, with: 'PAGE.matchAll(/^```sh' }],
  'docs/operating.md': [
    { command: 'docker compose exec corkboard bun run doctor', by: CONTAINERS, with: "follow('bun run doctor')" },
    { command: 'docker compose stop corkboard', by: CONTAINERS, with: "follow('bun run rekey')" },
    {
      command: 'docker compose run --rm --no-deps migrate bun run rekey',
      by: CONTAINERS,
      with: "follow('bun run rekey')",
    },
    { command: 'docker compose up -d', by: CONTAINERS, with: "follow('bun run rekey')" },
    { command: 'read -rs PASSWORD', by: CONTAINERS, with: "'bun run member password'" },
    { command: 'printf ', by: CONTAINERS, with: "'bun run member password'" },
    { command: '30 3 * * * /srv/corkboard/bin/backup', by: INSTALLED, with: "'bin/backup /srv'" },
    { command: 'bin/restore-drill', by: INSTALLED, with: "'bin/restore-drill'" },
    {
      command: 'bun run backup --drill',
      by: 'tests/scripts/restore-drill.test.ts',
      with: "script('backup', ['--drill'",
    },
    { command: 'docker run --rm -v corkboard_radicale', by: CONTAINERS, with: "'tar -czf'" },
    { command: 'before=', by: INSTALLED, with: "'bun run --silent restore -'" },
    { command: 'docker compose down', by: INSTALLED, with: "'bun run --silent restore -'" },
    { command: 'docker volume create', by: INSTALLED, with: "'bun run --silent restore -'" },
    { command: 'docker compose run --rm --no-deps -T migrate', by: INSTALLED, with: "'bun run --silent restore -'" },
  ],
  'docs/providers.md': [
    { command: "echo 'HOME_CALDAV_PUBLIC_URL=", by: CONTAINERS, with: "'HOME_CALDAV_PUBLIC_URL='" },
    { command: 'docker compose up -d', by: CONTAINERS, with: "'HOME_CALDAV_PUBLIC_URL='" },
    { command: 'read -rs PASSWORD', by: CONTAINERS, with: "'/users/htpasswd'" },
    { command: 'docker compose exec -T -e PASSWORD', by: CONTAINERS, with: "'/users/htpasswd'" },
  ],
  'docs/without-containers.md': [
    { command: 'bun install', by: WITHOUT, with: "'bun run build /opt/corkboard'" },
    { command: 'bun run build', by: WITHOUT, with: "'bun run build /opt/corkboard'" },
    { command: 'install -d', by: WITHOUT, with: "'install -d -m 700 /etc/corkboard'" },
    { command: 'umask', by: WITHOUT, with: "'install -d -m 700 /etc/corkboard'" },
    { command: 'openssl rand', by: WITHOUT, with: "'install -d -m 700 /etc/corkboard'" },
    { command: 'printf', by: WITHOUT, with: "'install -d -m 700 /etc/corkboard'" },
    { command: 'cd /opt/corkboard', by: WITHOUT, with: "'bun run member add'" },
    { command: 'set -a; . /etc/corkboard/environment', by: WITHOUT, with: "'bun run member add'" },
    { command: 'export DB_PASSWORD_FILE=', by: WITHOUT, with: "'bun run member add'" },
    { command: 'export APP_PASSWORD_ENCRYPTION_KEY_FILE=', by: WITHOUT, with: "'bun run member add'" },
    { command: 'bun run member add', by: WITHOUT, with: "'bun run member add'" },
  ],
  'deploy/replicas/README.md': [
    { command: 'cd deploy/replicas', by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: "alias replicas='docker compose", by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: 'replicas run -d --name founder', by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: 'replicas up -d', by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: 'docker stop founder', by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: 'replicas run --rm', by: REPLICAS, with: "'--wsrep-new-cluster'" },
    { command: 'replicas exec corkboard1 bun run member add', by: REPLICAS, with: 'corkboard1 bun run member add' },
    { command: 'replicas build migrate', by: REPLICAS, with: "'replicas build migrate'" },
  ],
}
