/** `bun run config [--json]`: what the service would start with, and where each value comes from. */
import { parseArgs } from 'node:util'
import { configWarnings, unreadNames } from '../src/config-warnings'
import type { Config } from '../src/platform/config'
import { describeVariable, effectiveConfig } from '../src/platform/effective-config'
import { inspectConfig } from '../src/platform/load-config'
import { checkVapid } from '../src/platform/webpush/vapid'

const { json } = readArguments()
const inspected = inspectConfig(process.env)
const { config, env, problems } = inspected
const variables = effectiveConfig(inspected)
const warnings = config === null ? unreadNames(env) : [...configWarnings(env, config), ...pushWarning(config)]
if (json) {
  console.log(JSON.stringify({ variables, problems, warnings }))
} else {
  for (const variable of variables) console.log(describeVariable(variable))
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const problem of problems) console.error(`wrong: ${problem}`)
}
if (problems.length > 0) process.exitCode = 1

/** What a start says of it, too. */
function pushWarning(config: Config): string[] {
  const { warning } = checkVapid(config)
  return warning === null ? [] : [warning]
}

function readArguments() {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
  } catch {
    console.error('Usage: bun run config [--json]')
    process.exit(1)
  }
}
