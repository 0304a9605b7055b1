import { readFile } from 'node:fs/promises'
import { BackupError } from './format'
import type { Through } from './lines'

/** What each file of age begins with. */
export const AGE_MAGIC = 'age-encryption.org/v1\n'
const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1[02-9AC-HJ-NP-Z]+$/

// Loaded when it is needed: most households never do.
const load = () => import('age-encryption')

/** What was given is not a recipient of age: a character of it is wrong. */
export class RecipientError extends BackupError {
  override name = 'RecipientError'
}

/** Encrypts what passes for a recipient (`age1…`), piece by piece. @throws RecipientError at the first piece */
export function encryptFor(recipient: string): Through {
  return async function* (bytes) {
    const { Encrypter } = await load()
    const encrypter = new Encrypter()
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new RecipientError('BACKUP_AGE_RECIPIENT is not a recipient of age: a character of it is wrong.')
    }
    yield* pieces(await encrypter.encrypt(asStream(bytes)))
  }
}

/** Decrypts what passes with one of the identities. @throws BackupError when none of them opens it, or it is damaged */
export async function* decrypt(bytes: AsyncIterable<Uint8Array>, identities: readonly string[]) {
  if (identities.length === 0) {
    throw new BackupError(
      'The backup is encrypted. Name the file with the identity: --identity FILE, or BACKUP_AGE_IDENTITY_FILE.',
    )
  }
  const { Decrypter } = await load()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const opened = await decrypter.decrypt(asStream(bytes)).catch((error: Error) => {
    const isOther = error.message.startsWith('no identity matched')
    throw new BackupError(
      isOther ? 'The backup is encrypted for somebody else: the identity does not open it.' : DAMAGED,
    )
  })
  try {
    yield* pieces(opened)
  } catch {
    throw new BackupError(DAMAGED)
  }
}

const DAMAGED = 'The encrypted file is damaged or cut short.'

/** The identities of a file as age-keygen writes it. @throws BackupError, without a word of what the file holds */
export async function readIdentities(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const { Decrypter } = await load()
  try {
    if (identities.length === 0) throw new Error('empty')
    for (const identity of identities) {
      if (!IDENTITY.test(identity)) throw new Error('not an identity')
      new Decrypter().addIdentity(identity)
    }
  } catch {
    throw new BackupError('The identity file is not one that age-keygen has written, or is protected by a passphrase.')
  }
  return identities
}

function asStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await source.return?.()
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
}

async function* pieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* stream as unknown as AsyncIterable<Uint8Array>
}
