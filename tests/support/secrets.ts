import { expect } from 'bun:test'

/** Texts that must never leave the service, neither in an answer nor in the log. */
const secrets = new Set<string>()
/** What a stored password and a token look like, whoever made them. */
const SHAPES = [/scrypt\$\d/, /\bv1\.[\w-]{16}\.[\w-]{22}\./]
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/

/** Names a text as a secret of the tests and returns it. */
export function secret(text: string): string {
  secrets.add(text)
  return text
}

/** Fails when an answer's body holds a secret. */
export function expectNoSecretInAnswer(text: string): void {
  expect(leaks(text)).toEqual([])
}

/** Fails when a log holds a secret; a log has no business with tokens either. */
export function expectNoSecretInLog(lines: readonly string[]): void {
  const log = lines.join('\n')
  expect([...leaks(log), ...(TOKEN.exec(log) ?? [])]).toEqual([])
}

function leaks(text: string): string[] {
  const known = [...secrets].filter((value) => text.includes(value) || text.includes(encodeURIComponent(value)))
  return [...known, ...SHAPES.flatMap((shape) => shape.exec(text)?.[0] ?? [])]
}
