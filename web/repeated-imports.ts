/** As the bundler writes an import that only runs a chunk. */
const MERE_IMPORT = /import"([^"]+)";/g
const ANY_IMPORT = /(?:import|from)"([^"]+)";/g

/** By path: the paths that a script imports, in order. */
type Imports = ReadonlyMap<string, readonly string[]>

/**
 * Leaves out the imports that only run a chunk which an import before them has run already; the order in which all are
 * run stays the same. The bundler names every chunk that a part needs, also what these import themselves: a hundredth of
 * all scripts. `scripts`: their texts by path.
 */
export function withoutRepeatedImports(scripts: ReadonlyMap<string, string>): Map<string, string> {
  const texts = new Map(scripts)
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(text)]))
  for (const [path, text] of texts) {
    const shorter = text.replace(MERE_IMPORT, (found, chunk: string) => {
      const before = imports.get(path)!.slice(0, imports.get(path)!.indexOf(chunk))
      if (!isReached(chunk, before, imports, new Set([path]))) return found
      imports.set(
        path,
        imports.get(path)!.filter((one) => one !== chunk),
      )
      return ''
    })
    texts.set(path, shorter)
  }
  return texts
}

const importsOf = (text: string): string[] => [...text.matchAll(ANY_IMPORT)].map(([, path]) => path!)

/** Whether one of them is it, or imports it, by a way that does not lead through what was passed. */
function isReached(chunk: string, from: readonly string[], imports: Imports, passed: Set<string>): boolean {
  return from.some((path) => {
    if (path === chunk) return true
    if (passed.has(path)) return false
    passed.add(path)
    return isReached(chunk, imports.get(path) ?? [], imports, passed)
  })
}
