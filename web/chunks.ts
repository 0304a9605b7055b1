import { dirname, join, relative } from 'node:path'
import { type BunPlugin, Transpiler } from 'bun'

const SOURCE = join(import.meta.dir, 'src')
const MAIN = join(SOURCE, 'main.tsx')
const FIRST_SCREEN = join(SOURCE, 'app.tsx')
/** Comes right after the first drawing: what it needs is a chunk of its own, so that nothing else comes along. */
const BACKGROUND = join(SOURCE, 'start/background.ts')
/** What several parts share of these folders is a chunk of its own; what they share of all others is one more. */
const FOLDERS_WITH_CHUNK = ['calendar', 'forms', 'lists']

/** The modules that a module imports: with itself, and later, by `import('…')`. */
type Imports = Record<'now' | 'later', string[]>
type Graph = Map<string, Imports>

/**
 * The bundler makes a chunk for every set of parts that share a module, which cuts the client into eighty pieces that
 * compress badly. Here every part that is loaded later and needs something of a chunk names all of it: so all modules
 * of the chunk are shared by the same parts, and stay together.
 */
export async function fewChunks(): Promise<BunPlugin> {
  const named = modulesToName(await graphFrom(MAIN))
  return {
    name: 'few-chunks',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const source = await Bun.file(path).text()
        // Relative, because paths that begin with a slash are external to the bundle.
        const paths = (named.get(path) ?? []).map((module) => `./${relative(dirname(path), module)}`)
        const imports = paths.map((name) => `import ${JSON.stringify(name)};`).join('')
        return { contents: imports + source, loader: loaderOf(path) }
      })
    },
  }
}

/** By part that is loaded later: the modules of every chunk that it needs something of. */
function modulesToName(graph: Graph): Map<string, string[]> {
  const firstScreen = reachedFrom(FIRST_SCREEN, graph)
  const later = new Set([...graph.values()].flatMap((imports) => imports.later))
  const parts = [...later].map((path) => ({ path, reached: reachedFrom(path, graph) }))
  const isShared = (module: string) =>
    !firstScreen.has(module) && !later.has(module) && parts.filter(({ reached }) => reached.has(module)).length > 1
  const background = reachedFrom(BACKGROUND, graph)
  const nameOf = (module: string) => (background.has(module) ? 'background' : chunkOf(module))
  const chunks = [...Map.groupBy([...graph.keys()].filter(isShared), nameOf).values()]
  return new Map(
    parts.map(({ path, reached }) => {
      const needed = chunks.filter((modules) => modules.some((module) => reached.has(module))).flat()
      const isOfFirstScreen = (module: string) => !reachedFrom(module, graph).isDisjointFrom(firstScreen)
      // What is named brings its own imports along: a part of the first screen would be cut off from the rest of it.
      return [path, [path, ...needed].some(isOfFirstScreen) ? [FIRST_SCREEN, ...needed] : needed]
    }),
  )
}

function chunkOf(module: string): string {
  const folder = relative(SOURCE, module).split('/')[0]!
  return FOLDERS_WITH_CHUNK.includes(folder) ? folder : 'common'
}

async function graphFrom(entry: string): Promise<Graph> {
  const graph: Graph = new Map()
  const follow = async (path: string) => {
    if (graph.has(path)) return
    const imports: Imports = { now: [], later: [] }
    graph.set(path, imports)
    const source = await Bun.file(path).text()
    for (const { kind, path: name } of new Transpiler({ loader: loaderOf(path) }).scanImports(source)) {
      if (!name.startsWith('.')) continue
      const module = Bun.resolveSync(name, dirname(path))
      imports[kind === 'dynamic-import' ? 'later' : 'now'].push(module)
      await follow(module)
    }
  }
  await follow(entry)
  return graph
}

function reachedFrom(path: string, graph: Graph, reached = new Set<string>()): Set<string> {
  if (reached.has(path)) return reached
  reached.add(path)
  for (const module of graph.get(path)?.now ?? []) reachedFrom(module, graph, reached)
  return reached
}

const loaderOf = (path: string) => (path.endsWith('x') ? 'tsx' : 'ts')
