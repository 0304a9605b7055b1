import { randomBytes } from 'node:crypto'
import { chmod, chown, type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOfError } from '../../platform/error-code'

/**
 * The htpasswd file of the calendar server's users. It is the operator's, too: lines of others stay byte by byte,
 * whatever they hold. Its text is handed around as Latin-1, one character for each byte.
 */

/** Line ends of either kind stay as they are. */
const LINE = /[^\n]*\n|[^\n]+$/g
/** Read by another user of the system; a hash of a password that nobody can guess tells them nothing. */
const MODE_OF_NEW = 0o644

/** Who has a line. */
export function usernamesIn(text: string): string[] {
  return linesOf(text).flatMap((line) => usernameOf(line) ?? [])
}

/** The text with this user's one line: in the place of their first, else at the end. */
export function withUser(text: string, username: string, hash: string): string {
  const line = `${username}:${hash}\n`
  const lines = linesOf(text)
  const first = lines.findIndex((each) => usernameOf(each) === username)
  if (first === -1) return text + (text === '' || text.endsWith('\n') ? '' : '\n') + line
  return lines
    .flatMap((each, index) => (index === first ? [line] : usernameOf(each) === username ? [] : [each]))
    .join('')
}

/** The text without the lines of these users. */
export function withoutUsers(text: string, usernames: readonly string[]): string {
  const isGone = (username: string | null) => username !== null && usernames.includes(username)
  return linesOf(text)
    .filter((line) => !isGone(usernameOf(line)))
    .join('')
}

const linesOf = (text: string): string[] => text.match(LINE) ?? []

/** Null for a comment, and for what is none. */
const usernameOf = (line: string): string | null => (/^\s*#/.test(line) ? null : (/^([^:]+):/.exec(line)?.[1] ?? null))

/** The file's text; empty when there is none yet. @throws the system's error */
export async function readUsersFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1')
  } catch (error) {
    if (isError(error, 'ENOENT')) return ''
    throw error
  }
}

/**
 * Changes the file; one that is not there is made. Readers find the former text or the whole new one, where the file can
 * be replaced. Its owner and rights stay. Callers see to it that one at a time does so.
 * @throws the system's error; the file is as it was then
 */
export async function changeUsersFile(path: string, change: (text: string) => string): Promise<void> {
  const before = await readUsersFile(path)
  const after = change(before)
  const known = await stat(path).catch((error: unknown) => {
    if (isError(error, 'ENOENT')) return null
    throw error
  })
  if (after === before && known !== null) return
  // A link stays one; what it leads to is replaced.
  const target = known === null ? path : await realpath(path)
  if (!(await replaced(target, after, known))) await writeInPlace(target, after)
}

type Known = { uid: number; gid: number; mode: number } | null

/** False: the file cannot be replaced without becoming another's, or at all, as one that is mounted by itself. */
async function replaced(path: string, text: string, known: Known): Promise<boolean> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await write(file, text)
    } finally {
      await file.close()
    }
    const made = await stat(draft)
    if (known !== null && (known.uid !== made.uid || known.gid !== made.gid)) await chown(draft, known.uid, known.gid)
    await chmod(draft, known === null ? MODE_OF_NEW : known.mode & 0o7777)
    await rename(draft, path)
    return true
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    if (known !== null && isError(error, 'EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS')) return false
    throw error
  }
}

/** For a moment a reader may find the beginning of the new text before the end of the former one. */
async function writeInPlace(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await write(file, text)
    await file.truncate(Buffer.byteLength(text, 'latin1'))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function write(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
  await file.sync()
}

const isError = (error: unknown, ...codes: string[]) => codes.includes(codeOfError(error) ?? '')
