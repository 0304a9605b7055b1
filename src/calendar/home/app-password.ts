import { randomBytes } from 'node:crypto'

/** Without what is mistaken for something else when it is typed from a screen: 32, five bits each. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 6
const GROUP_LENGTH = 4
/**
 * The least that bcrypt knows. A higher cost protects passwords that can be guessed, and this one has 120 random bits;
 * Radicale hashes at every request.
 */
const COST = 4

/** A password for programs, six groups of four letters. */
export function newAppPassword(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

/** As it stands in an htpasswd file, with bcrypt. */
export const hashAppPassword = (appPassword: string): Promise<string> =>
  Bun.password.hash(appPassword, { algorithm: 'bcrypt', cost: COST })
