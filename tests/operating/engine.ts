/** The oldest engine that compose.yaml says it needs. */
const OLDEST_ENGINE = 25

/**
 * Why the manual cannot be followed with containers here; null: it can. Asked by the program that the manual calls,
 * which podman has an emulation of (`podman-docker`).
 */
export function whyNoEngine(): string | null {
  if (Bun.which('docker') === null) return 'docker is not installed'
  for (const helper of ['git', 'curl', 'openssl']) if (Bun.which(helper) === null) return `${helper} is not installed`
  const version = ask(['info', '--format', '{{.ServerVersion}}'])
  if (version === null) return 'no container engine answers'
  if (ask(['compose', 'version']) === null) return 'docker has no compose'
  return Number.parseInt(version, 10) < OLDEST_ENGINE ? `the container engine is older than ${OLDEST_ENGINE}` : null
}

/** What the program answers; null when it fails. */
function ask(words: string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync(['docker', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
  })
  return exitCode === 0 ? stdout.toString().trim() : null
}
