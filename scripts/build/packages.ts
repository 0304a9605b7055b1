import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

const MODULES = `${sep}node_modules${sep}`

/** A package of which something was bundled. */
export interface BundledPackage {
  name: string
  version: string
  /** As it states it; null: it states none. */
  license: string | null
  folder: string
}

/** The packages that modules of these paths come from, once each, in the order of their names. */
export async function packagesOf(root: string, paths: Iterable<string>): Promise<BundledPackage[]> {
  const folders = new Set([...paths].flatMap((path) => packageFolder(resolve(root, path)) ?? []))
  const packages = new Map<string, BundledPackage>()
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    packages.set(`${name} ${version}`, { name, version, license: nameOf(license), folder })
  }
  return [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, bundled]) => bundled)
}

/** The folder of the package that a module belongs to; null for our own. */
export function packageFolder(path: string): string | null {
  const at = path.lastIndexOf(MODULES)
  if (at < 0) return null
  const [first = '', second = ''] = path.slice(at + MODULES.length).split(sep)
  return path.slice(0, at + MODULES.length) + (first.startsWith('@') ? join(first, second) : first)
}

/** Old packages state an object. */
const nameOf = (license: string | { type?: string } | undefined) =>
  (typeof license === 'object' ? license.type : license) ?? null
