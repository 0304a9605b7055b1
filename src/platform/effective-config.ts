import type { WithSecrets } from './secret-files'
import { effective, isSecret, VARIABLE_NAMES, type VariableName } from './variables'

/** A variable as an operator may see it. */
export interface EffectiveVariable {
  name: VariableName
  /** Null when it is unset, and always of a secret. */
  value: string | null
  /** Of a secret that is set: how long it is. */
  characters?: number
  source: 'default' | 'environment' | 'file'
}

/** What holds of every variable, in the order of the table; never a secret, nor the password in an address. */
export function effectiveConfig({ env, fromFile }: Pick<WithSecrets, 'env' | 'fromFile'>): EffectiveVariable[] {
  return VARIABLE_NAMES.map((name) => {
    const { value, isGiven } = effective(name, env)
    const source = fromFile.has(name) ? 'file' : isGiven ? 'environment' : 'default'
    if (!isSecret(name)) return { name, value: value && shown(value), source }
    return { name, value: null, ...(value === null ? {} : { characters: env[name]!.length }), source }
  })
}

/** `NAME=value (source: …)`, in one line. */
export function describeVariable({ name, value, characters, source }: EffectiveVariable): string {
  const what = characters === undefined ? (value ?? '(not set)') : `(set, ${characters} characters)`
  return `${name}=${what} (source: ${source})`
}

/** Addresses without name and password; what would begin a new line or move the cursor is left out. */
const shown = (value: string) => value.replaceAll(/\/\/[^/?#\s]*@/g, '//…@').replaceAll(/\p{Cc}/gu, ' ')
