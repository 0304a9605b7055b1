import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundledPackage } from './packages'

/** Some lie beside a file that holds others' work in turn: `name.js.LICENSE.txt`. */
const NOTICES = /(^|\.js\.)(licen[cs]e|copying|notice)/i

/**
 * The notices of packages: name and version, the license, and the texts that each brings along, once each.
 * @throws Error for a package that states no license
 */
export async function licensesOf(packages: readonly BundledPackage[]): Promise<string> {
  const sections: string[] = []
  for (const { name, version, license, folder } of packages) {
    const texts = await textsOf(folder)
    if (license === null && texts.length === 0) throw new Error(`${name} states no license`)
    const title = `${name} ${version}`
    const notice = [`License: ${license ?? 'see below'}`, ...texts].join('\n\n')
    sections.push(`${title}\n${'='.repeat(title.length)}\n${notice.trim()}\n`)
  }
  return sections.join('\n')
}

async function textsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NOTICES.test(name)).toSorted()
  const texts = names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim())
  return [...new Set(await Promise.all(texts))]
}
