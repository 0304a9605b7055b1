import { configWarnings, unreadNames } from '../../../src/config-warnings'
import { check, fail, ok, type Verdict, warn } from '../check'

export interface ConfigurationFacts {
  problems: readonly string[]
  warnings: readonly string[]
}

export const configuration = check(
  'configuration',
  ({ config, env, problems }): ConfigurationFacts => ({
    problems,
    warnings: config === null ? unreadNames(env) : configWarnings(env, config),
  }),
  judgeConfiguration,
)

export function judgeConfiguration({ problems, warnings }: ConfigurationFacts): Verdict {
  const lines = [...problems, ...warnings].join('; ')
  const todo = 'bun run config shows what holds'
  if (problems.length > 0) return fail(lines, todo)
  return warnings.length > 0 ? warn(lines, todo) : ok('every variable can be used')
}
