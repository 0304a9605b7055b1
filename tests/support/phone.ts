import { eq } from 'drizzle-orm'
import { addLocalMember } from '../../src/identity/local/accounts'
import { members } from '../../src/platform/db/schema'
import { type Answer, ask } from './cast'
import type { Household } from './household'
import { Browser } from './oidc'
import { secret } from './secrets'

export const PASSWORD = secret('a password that is typed once')

/** A browser that keeps cookies for as long as their Max-Age says, by the household's clock. */
export class Phone {
  readonly #jar = new Map<string, { value: string; expiresAt: number }>()

  constructor(readonly household: Household) {}

  /** All cookies that it would send now, as a header value. */
  get cookie(): string {
    return this.cookieOf(...this.#jar.keys())
  }

  /** Some of them alone, as a thief may have them. */
  cookieOf(...names: string[]): string {
    const now = this.household.clock.now().getTime()
    return names
      .flatMap((name) => {
        const kept = this.#jar.get(name)
        return kept === undefined || kept.expiresAt <= now ? [] : `${name}=${kept.value}`
      })
      .join('; ')
  }

  has(name: string): boolean {
    return this.cookieOf(name) !== ''
  }

  /** The values of all cookies, by name. */
  get values(): Map<string, string> {
    return new Map(this.#jar.entries().map(([name, { value }]) => [name, value]))
  }

  keep(headers: Headers) {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const maxAge = Number(/; Max-Age=(\d+)/i.exec(line)?.[1] ?? 0)
      if (maxAge === 0) this.#jar.delete(name)
      else this.#jar.set(name, { value, expiresAt: this.household.clock.now().getTime() + maxAge * 1000 })
    }
  }

  async ask<T = Record<string, unknown>>(
    request: string,
    body?: unknown,
    { app, headers }: { app?: Household['app']; headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const answer = await ask<T>({ app: app ?? this.household.app }, { cookie: this.cookie }, request, body, headers)
    this.keep(answer.headers)
    return answer
  }
}

export interface SignInOptions {
  /** Stays signed in; as a rule. */
  remember?: boolean
  headers?: Record<string, string>
}

/** Somebody who can sign in again and again, each time on the phone that is given, else on a new one. */
export interface Person {
  id: number
  signIn(phone?: Phone, options?: SignInOptions): Promise<Phone>
}

let count = 0

/** A member with a name and a password. */
export async function localPerson(household: Household): Promise<Person & { username: string }> {
  const username = `phone-${++count}`
  const id = await addLocalMember(household.ctx, { displayName: 'Ben', username, password: PASSWORD })
  return {
    id,
    username,
    signIn: async (phone = new Phone(household), { remember = true, headers } = {}) => {
      const body = { username, password: PASSWORD, ...(remember && { remember }) }
      const { status } = await phone.ask('POST /api/auth/local/login', body, headers === undefined ? {} : { headers })
      if (status !== 200) throw new Error(`signed in with ${status}`)
      return phone
    },
  }
}

/** A member who comes through the identity provider. */
export async function oidcPerson(household: Household): Promise<Person> {
  const as = `phone-${++count}`
  const signIn: Person['signIn'] = async (phone = new Phone(household), { remember = true } = {}) => {
    const browser = new Browser(household)
    // Signed in already, it would not be sent to the provider: what the phone carries is there when it comes back.
    const { url } = await browser.open(`/api/login${remember ? '?remember=true' : ''}`, {
      as,
      until: ({ pathname }) => pathname === '/callback',
    })
    for (const [name, value] of phone.values) browser.put(name, value)
    const { answer } = await browser.open(url)
    phone.keep(answer!.headers)
    return phone
  }
  await signIn(undefined, { remember: false })
  const [row] = await household.ctx.db.select({ id: members.id }).from(members).where(eq(members.oidcSub, as))
  return { id: row!.id, signIn }
}
