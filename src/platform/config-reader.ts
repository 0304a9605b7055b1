import { type Environment, effective, type VariableName } from './variables'

/** Reads one variable after another and collects what is wrong with them. */
export type ConfigReader = ReturnType<typeof createReader>

/**
 * A reader of an environment. What is blank, or cannot be used, counts as unset; what is unset has its default, else
 * null. `problems` has a line for each variable that is missing or malformed: its name and what is expected of it, never
 * its value.
 */
export function createReader(env: Environment) {
  const problems: string[] = []
  const expect = (name: VariableName, expected: string) => problems.push(`${name}: ${expected}`)
  const text = (name: VariableName) => effective(name, env).value
  return {
    problems,
    expect,
    text,
    /** As it was given, blanks and all. */
    verbatim: (name: VariableName) => env[name],
    /** As it was given; blanks alone are no secret, however many. */
    secret: (name: VariableName) => (text(name) && env[name]) ?? null,

    required(name: VariableName, expected: string): string {
      const value = text(name)
      if (value === null) expect(name, expected)
      return value ?? ''
    },

    port(name: VariableName, lowest: number): number {
      const value = text(name) ?? ''
      const number = Number(value)
      if (/^\d{1,5}$/.test(value) && number >= lowest && number <= 65_535) return number
      expect(name, `a port number from ${lowest} to 65535`)
      return lowest
    },

    url(name: VariableName, expected: string): string | null {
      const value = text(name)
      if (value === null) return null
      if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
      expect(name, expected)
      return null
    },

    oneOf<T extends string>(name: VariableName, allowed: readonly T[]): T {
      const value = text(name)
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined) expect(name, `one of ${allowed.join(', ')}`)
      return found ?? allowed[0]!
    },

    seconds: (name: VariableName) => Math.floor(Number(text(name))),
  }
}

/** The variable that a line of `problems` is about. */
export const nameIn = (problem: string) => problem.split(':')[0] as VariableName
