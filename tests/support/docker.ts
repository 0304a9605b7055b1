import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/**
 * A folder with a `docker` that stands in for the engine: what `compose exec` and `compose run` would do in a container
 * of the service it does in this checkout. A project of another name has the database that DRILL_DB_NAME names, and what
 * is started and removed of it is written down. A file of compose that is named has to be there. An engine that fails says so, as the real one does.
 */
export async function standInForDocker(folder: string): Promise<string> {
  const programs = join(folder, 'programs')
  await mkdir(programs, { recursive: true })
  await writeFile(
    join(programs, 'docker'),
    `#!/bin/bash
[ -z "\${DOCKER_FAILS:-}" ] || { echo 'service "corkboard" is not running' >&2; exit 1; }
if [[ $1 == compose && \${2:-} == --project-name=* ]]; then
  shift 2
  for file in \${COMPOSE_FILE//:/ }; do [ -e $file ] || exit 14; done
  case $1 in up | down) echo "$@" >> '${folder}/asked'; exit ;; esac
  export DB_NAME=$DRILL_DB_NAME
  set -- compose "$@"
fi
[ "$1 $2" = "compose exec" ] || [ "$1 $2" = "compose run" ] || exit 64
shift 2
while [[ $1 == -* ]]; do case $1 in --env=*) export "\${1#--env=}" ;; esac; shift; done
[ "$1" = corkboard ] || [ "$1" = migrate ] || exit 64
shift
cd '${ROOT}' && exec "$@"
`,
    { mode: 0o755 },
  )
  return programs
}
