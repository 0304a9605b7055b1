import type { ConfigReader } from './config-reader'
import type { Environment } from './variables'

const MIN_SESSION_SECRET_LENGTH = 32
const HEX_KEY = /^[0-9a-f]{64}$/i

export interface SessionSecrets {
  /** Null only under the development bypass. */
  sessionSecret: string | null
  /** The secret before it: sessions that it has signed are still taken. Null: none is. */
  previousSessionSecret: string | null
}

/** What sessions are signed with; `isNeeded`: a missing secret is a problem. */
export function readSessionSecrets(
  { secret, expect }: ConfigReader,
  { isNeeded }: { isNeeded: boolean },
): SessionSecrets {
  const given = secret('LOCAL_SESSION_SECRET')
  const isLongEnough = given !== null && given.length >= MIN_SESSION_SECRET_LENGTH
  if (!isLongEnough && isNeeded) {
    expect('LOCAL_SESSION_SECRET', `at least ${MIN_SESSION_SECRET_LENGTH} characters (openssl rand -base64 48)`)
  }
  const previousSessionSecret = secret('LOCAL_SESSION_SECRET_PREVIOUS')
  if (previousSessionSecret !== null && previousSessionSecret.length < MIN_SESSION_SECRET_LENGTH) {
    expect('LOCAL_SESSION_SECRET_PREVIOUS', `the former secret, at least ${MIN_SESSION_SECRET_LENGTH} characters`)
  }
  return { sessionSecret: isLongEnough ? given : null, previousSessionSecret }
}

export interface EncryptionKeys {
  /** 32 bytes, AES-256-GCM. */
  encryptionKey: Buffer
  /** The key before it, for `bun run rekey` alone; null: not given. */
  previousEncryptionKey: Buffer | null
}

/** What calendar passwords are encrypted with. */
export function readEncryptionKeys({ text, expect }: ConfigReader, env: Environment): EncryptionKeys {
  const key = text('APP_PASSWORD_ENCRYPTION_KEY') ?? ''
  if (!HEX_KEY.test(key)) {
    const renamed = Object.keys(env).find((name) => isFormerKeyName(name) && HEX_KEY.test(env[name] ?? ''))
    expect(
      'APP_PASSWORD_ENCRYPTION_KEY',
      renamed === undefined
        ? '64 hexadecimal characters (openssl rand -hex 32)'
        : `64 hexadecimal characters; ${renamed} looks like the same key under its former name: rename that variable`,
    )
  }
  const previousKey = text('APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS')
  if (previousKey !== null && !HEX_KEY.test(previousKey)) {
    expect('APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS', 'the former key, 64 hexadecimal characters')
  }
  return {
    encryptionKey: Buffer.from(key, 'hex'),
    previousEncryptionKey: previousKey === null ? null : Buffer.from(previousKey, 'hex'),
  }
}

/** Older versions kept the key for stored calendar passwords under another name that ended alike. */
function isFormerKeyName(name: string): boolean {
  return name !== 'APP_PASSWORD_ENCRYPTION_KEY' && /ENCRYPTION_KEY$/.test(name)
}
