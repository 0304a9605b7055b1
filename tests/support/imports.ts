import { dirname, join, relative } from 'node:path'

/** One file of a folder imports another; both as paths relative to the folder. */
export interface Import {
  from: string
  to: string
  /** Gone at run time; an `import()` is not. */
  isTypeOnly: boolean
}

/** Every import by files of a folder of others in it, those of types and those by `import()` among them. */
export async function importsWithin(folder: string, files = '**/*.{ts,tsx}'): Promise<Import[]> {
  const imports: Import[] = []
  for (const file of new Bun.Glob(files).scanSync(folder)) {
    const path = join(folder, file)
    const text = await Bun.file(path).text()
    const atRunTime = new Set(specifiersOf(text, path))
    // The transpiler drops the imports of types.
    const withTypes = text
      .replaceAll(/^(im|ex)port type (?=[{*]|\w+ from)/gm, '$1port ')
      .replaceAll(/([{,]\s*)type /g, '$1')
    for (const specifier of new Set([...specifiersOf(withTypes, path), ...atRunTime])) {
      if (!specifier.startsWith('.')) continue
      const to = relative(folder, Bun.resolveSync(specifier, dirname(path)))
      if (!to.startsWith('..')) imports.push({ from: file, to, isTypeOnly: !atRunTime.has(specifier) })
    }
  }
  return imports
}

function specifiersOf(source: string, path: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' })
  return transpiler.scanImports(`${source}\nexport {}`).map(({ path: specifier }) => specifier)
}

/** Files that import each other in a circle, one list per circle. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const reach = (start: string) => {
    const seen = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const to of next.get(file) ?? []) {
        if (!seen.has(to)) open.push(to)
        seen.add(to)
      }
    }
    return seen
  }
  const reached = new Map([...next.keys()].map((file) => [file, reach(file)]))
  const circles = new Map<string, string[]>()
  for (const [file, others] of reached) {
    if (!others.has(file)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).toSorted()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}
