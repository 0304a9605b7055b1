import { NAMING, type Naming } from '../operator/named-member'
import type { OperatorContext } from '../operator/operate'

export const OPTIONS = {
  ...NAMING,
  name: { type: 'string' },
  admin: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

export interface MemberOptions extends Naming {
  name?: string
  admin?: boolean
  yes?: boolean
}

/** Does it, and returns what is printed. @throws UsageError, CliError, Refusal */
export type MemberCommand = (ctx: OperatorContext, options: MemberOptions, rest: string[]) => Promise<unknown>
