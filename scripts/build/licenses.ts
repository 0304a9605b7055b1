import { readdir, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

const MODULES = `${sep}node_modules${sep}`
/** Some lie beside a file that holds others' work in turn: `name.js.LICENSE.txt`. */
const NOTICES = /(^|\.js\.)(licen[cs]e|copying|notice)/i

/**
 * The notices of every package that modules of these paths come from: name and version, its license, and the texts it
 * brings along, once each, in the order of the names.
 * @throws Error for a package that states no license
 */
export async function licensesOf(root: string, paths: Iterable<string>): Promise<string> {
  const folders = new Set([...paths].flatMap((path) => packageFolder(resolve(root, path)) ?? []))
  const notices = new Map<string, string>()
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const texts = await textsOf(folder)
    if (license === undefined && texts.length === 0) throw new Error(`${name} states no license`)
    notices.set(`${name} ${version}`, [`License: ${nameOf(license)}`, ...texts].join('\n\n'))
  }
  const sections = [...notices].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sections.map(([title, notice]) => `${title}\n${'='.repeat(title.length)}\n${notice.trim()}\n`).join('\n')
}

/** The folder of the package that a module belongs to; null for our own. */
export function packageFolder(path: string): string | null {
  const at = path.lastIndexOf(MODULES)
  if (at < 0) return null
  const [first = '', second = ''] = path.slice(at + MODULES.length).split(sep)
  return path.slice(0, at + MODULES.length) + (first.startsWith('@') ? join(first, second) : first)
}

async function textsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NOTICES.test(name)).toSorted()
  const texts = names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim())
  return [...new Set(await Promise.all(texts))]
}

/** Old packages state an object. */
const nameOf = (license: string | { type?: string } | undefined) =>
  (typeof license === 'object' ? license.type : license) ?? 'see below'
