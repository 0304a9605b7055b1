import type { Config } from '../platform/config'

/** A session in its cookie; the attributes are the same for issuing and for deleting: a browser matches on them. */
export function sessionCookie({ isProduction }: Config, value: string, maxAge: number) {
  return { value, maxAge, httpOnly: true, sameSite: 'lax', secure: isProduction, path: '/' } as const
}
