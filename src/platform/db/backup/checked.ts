import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import type { Config } from '../../config'
import { encryptFor } from './age'
import { backupTo } from './backup'
import { BackupError } from './format'
import type { Through } from './lines'
import { checkBackup } from './restore'

/** A file that was written and found whole. */
export interface Written {
  rows: number
  /** Bytes of the file. */
  size: number
}

export interface Order {
  /** Where it is written; nothing may be there yet. */
  path: string
  now: Date
  /** Whom it is encrypted for; null: nobody. */
  recipient: string | null
  signal: AbortSignal
}

/**
 * Writes a backup for its owner alone and reads it to its end. An encrypted one cannot be opened here: what is read to
 * its end is what goes into the encryption, and the file holds what came out of it, byte by byte.
 * @throws BackupError when it is not whole; what was written stays there
 */
export async function writeChecked(database: Config['database'], order: Order): Promise<Written> {
  const rows = await (order.recipient === null ? writePlain : writeEncrypted)(database, order)
  return { rows, size: (await stat(order.path)).size }
}

async function writePlain(database: Config['database'], { path, now, signal }: Order): Promise<number> {
  const rows = await backupTo(database, () => openNew(path), now, { signal })
  await expectRows(rows, createReadStream(path, { signal }))
  return rows
}

async function writeEncrypted(database: Config['database'], { path, now, recipient, signal }: Order): Promise<number> {
  const aside = new PassThrough()
  const failed = new AbortController()
  const checking = checkBackup(aside)
  // What is unreadable ends the writing: nobody would take the bytes any more.
  checking.catch((error) => failed.abort(error))
  const encrypt = encryptFor(recipient!)
  const written = createHash('sha256')
  const through: Through = (bytes) => tapped(encrypt(copiedTo(aside, bytes)), (piece) => written.update(piece))
  const ended = AbortSignal.any([signal, failed.signal])
  try {
    const rows = await backupTo(database, () => openNew(path), now, { through, signal: ended })
    if ((await checking).rows !== rows) throw notWhole()
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error
  } finally {
    aside.destroy()
  }
  const found = createHash('sha256')
  for await (const piece of createReadStream(path, { signal })) found.update(piece)
  if (!found.digest().equals(written.digest())) throw notWhole()
  return (await checking).rows
}

const openNew = (path: string) => createWriteStream(path, { mode: 0o600, flags: 'wx' })

const notWhole = () => new BackupError('What was written is not what was read from the database.')

async function expectRows(rows: number, input: Readable) {
  if ((await checkBackup(input)).rows !== rows) throw notWhole()
}

async function* tapped(bytes: AsyncIterable<Uint8Array>, see: (piece: Uint8Array) => unknown) {
  for await (const piece of bytes) {
    see(piece)
    yield piece
  }
}

/** Hands each piece to a second reader, too, as fast as that one takes them. */
async function* copiedTo(aside: PassThrough, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    await new Promise<void>((resolve, reject) => {
      aside.write(piece, (error) => (error ? reject(error) : resolve()))
    })
    yield piece
  }
  aside.end()
}
