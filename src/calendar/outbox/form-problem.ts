/** A field that breaks a rule; the message names both and never the value. */
export class FormProblem extends Error {}

/** A whole number within bounds. @throws FormProblem */
export function readWhole(name: string, value: unknown, { least, most }: { least: number; most: number }): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new FormProblem(`${name}: expected a whole number from ${least} to ${most}`)
  }
  return value
}
