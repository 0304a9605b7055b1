import { type Config, ConfigError, type Environment, readConfig } from './config'
import { nameIn } from './config-reader'
import { tlsProblem } from './db/tls'
import { readSecretFiles, type WithSecrets } from './secret-files'

export interface LoadedConfig extends Pick<WithSecrets, 'env' | 'fromFile'> {
  config: Config
}

/** The same, also where something is wrong: then without a configuration. */
export interface InspectedConfig extends Pick<WithSecrets, 'env' | 'fromFile'> {
  config: Config | null
  problems: readonly string[]
}

/** Reads what a process was started with: the environment and the files that it names. Only here files are read. */
export function inspectConfig(given: Environment): InspectedConfig {
  const { env, fromFile, problems: ofFiles, unusable } = readSecretFiles(given)
  const { config, problems: ofRest } = tryConfig(env)
  // Of a secret whose file cannot be used nothing more is said.
  const others = ofRest.filter((problem) => !unusable.has(nameIn(problem)))
  const ofTls = config?.database.tls === undefined ? [] : tlsProblem(config.database.tls)
  const problems = [...others, ...ofFiles, ...ofTls]
  return { env, fromFile, problems, config: problems.length === 0 ? config : null }
}

/** The same for a process that needs it whole. @throws ConfigError with every problem */
export function loadConfig(given: Environment): LoadedConfig {
  const { env, fromFile, config, problems } = inspectConfig(given)
  if (config === null) throw new ConfigError([...problems])
  return { env, fromFile, config }
}

function tryConfig(env: Environment): { config: Config | null; problems: readonly string[] } {
  try {
    return { config: readConfig(env), problems: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: null, problems: error.problems }
  }
}
