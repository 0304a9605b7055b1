import { readFileSync, statSync } from 'node:fs'
import { codeOfError } from './error-code'
import { type Environment, fileVariable, SECRET_NAMES, type VariableName } from './variables'

/** More is no secret but another file. */
const MAX_BYTES = 65_536

/** An environment whose secrets are in it, wherever they came from. */
export interface WithSecrets {
  env: Environment
  /** Those that a file holds. */
  fromFile: ReadonlySet<VariableName>
  /** A line for each that a file should hold and that cannot be used: the variable and what is wrong, never a value. */
  problems: string[]
  /** Those of the problems. */
  unusable: ReadonlySet<VariableName>
}

/**
 * Reads the secrets that files hold (`NAME_FILE`), without the newline at their end. A variable that is blank may stand
 * beside its file, as in a copy of `.env.example`.
 */
export function readSecretFiles(given: Environment, names: readonly VariableName[] = SECRET_NAMES): WithSecrets {
  const env = { ...given }
  const fromFile = new Set<VariableName>()
  const unusable = new Set<VariableName>()
  const problems: string[] = []
  for (const name of names) {
    const path = given[fileVariable(name)]?.trim()
    if (!path) continue
    try {
      if (given[name]?.trim()) throw new FileProblem(`${name} is set as well: keep one of the two`)
      env[name] = readSecret(path)
      fromFile.add(name)
    } catch (error) {
      unusable.add(name)
      problems.push(`${fileVariable(name)}: ${problemOf(error)}`)
    }
  }
  return { env, fromFile, problems, unusable }
}

class FileProblem extends Error {}

function readSecret(path: string): string {
  const about = statSync(path)
  if (about.isDirectory()) throw new FileProblem('expected a file, not a folder')
  if (!about.isFile()) throw new FileProblem('expected a regular file')
  if (about.size > MAX_BYTES) throw new FileProblem(`expected at most ${MAX_BYTES / 1024} KiB`)
  const text = textOf(readFileSync(path)).replace(/\r?\n$/, '')
  if (text.trim() === '') throw new FileProblem('the file is empty')
  return text
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileProblem('expected text in UTF-8')
  }
}

function problemOf(error: unknown): string {
  if (error instanceof FileProblem) return error.message
  return `the file cannot be read (${codeOfError(error) ?? 'unknown error'})`
}
