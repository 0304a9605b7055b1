import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

export interface DeliveredFile {
  path: string
  size: number
  modifiedMs: number
}

/**
 * The file below `root` that a URL path names, null when there is none. Dot files (but `.well-known`), backslashes,
 * NUL and links that lead out of the tree are never served.
 */
export async function findFile(root: string, urlPath: string): Promise<DeliveredFile | null> {
  const decoded = decode(urlPath)
  if (decoded === null || /[\0\\]/.test(decoded)) return null
  if (decoded.split('/').some((segment) => segment.startsWith('.') && segment !== '.well-known')) return null
  const path = resolve(root, `.${decoded}`)
  if (!path.startsWith(root + sep)) return null
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  const real = await realpath(path).catch(() => null)
  const realRoot = await realpath(root).catch(() => root)
  if (real === null || !real.startsWith(realRoot + sep)) return null
  return { path, size: found.size, modifiedMs: found.mtimeMs }
}

/** A weak validator: it changes with the size and the time of the last change. */
export function etagOf(file: DeliveredFile): string {
  return `W/"${file.size.toString(36)}-${Math.floor(file.modifiedMs).toString(36)}"`
}

function decode(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    return null
  }
}
