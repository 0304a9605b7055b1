/** `bun run doctor [--json]`: is all well? Looks at everything, changes nothing, says what to do. */
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../src/platform/db/client'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { inspectConfig } from '../src/platform/load-config'
import type { Finding } from './doctor/check'
import { describeFinding, examine, isWell } from './doctor/run'

/** What still hangs then, as a connection to a server that says nothing, ends with the process. */
const CLOSE_MS = 500

const { json } = readArguments()
const database = openNamed()
const findings = await examine({ ...inspectConfig(process.env), db: database?.db ?? null, now: () => new Date() })
const isAllWell = isWell(findings)
if (json) console.log(JSON.stringify({ ok: isAllWell, checks: findings.map(forPrograms) }))
else for (const finding of findings) console.log(describeFinding(finding))
await Promise.race([database?.close(), Bun.sleep(CLOSE_MS)])
process.exit(isAllWell ? 0 : 1)

/** Without what findings tell each other. */
function forPrograms({ check, level, says, todo }: Finding) {
  return { check, level, says, todo }
}

/** What is wrong with DB_* is among the problems of the configuration. */
function openNamed(): Database | null {
  try {
    return openDatabase(databaseFromEnvironment(process.env))
  } catch {
    return null
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
  } catch {
    console.error('Usage: bun run doctor [--json]')
    process.exit(1)
  }
}
