/** As the bundler writes an import that only runs a chunk. */
const MERE_IMPORT = /import"([^"]+)";/g
const ANY_IMPORT = /(?:import|from)"([^"]+)";/g

/** By path: the paths that a script imports, in order. */
type Imports = ReadonlyMap<string, readonly string[]>

/**
 * Leaves out the imports that only run a chunk which another import runs as well, as long as the order in which all are
 * run stays the same. The bundler names every chunk that a part needs, also what these import themselves: a hundredth of
 * all scripts. `scripts`: their texts by path.
 */
export function withoutRepeatedImports(scripts: ReadonlyMap<string, string>): Map<string, string> {
  const texts = new Map(scripts)
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(text)]))
  for (const [path, text] of texts) {
    const order = orderOf([path], imports).join()
    const shorter = text.replace(MERE_IMPORT, (found, chunk: string) => {
      const others = imports.get(path)!.filter((one) => one !== chunk)
      if (orderOf([path], new Map(imports).set(path, others)).join() !== order) return found
      imports.set(path, others)
      return ''
    })
    texts.set(path, shorter)
  }
  return texts
}

const importsOf = (text: string): string[] => [...text.matchAll(ANY_IMPORT)].map(([, path]) => path!)

/** The paths in the order in which they are run, each after what it imports. */
function orderOf(paths: readonly string[], imports: Imports, passed = new Set<string>()): string[] {
  return paths.flatMap((path) => {
    if (passed.has(path)) return []
    passed.add(path)
    return [...orderOf(imports.get(path) ?? [], imports, passed), path]
  })
}
