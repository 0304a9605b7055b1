/**
 * Builds the web client into `public/`: `bun web/build.ts [folder]`.
 *
 * Everything is bundled in memory first and written only when all of it succeeded; the index document and the service
 * worker are written last, and what an earlier build left behind goes at the very end, so that a server may deliver
 * the folder meanwhile.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { minify } from '@swc/core'
import { answerShapes } from './answer-shapes'
import { fewChunks } from './chunks'
import { withoutRepeatedImports } from './repeated-imports'

const SOURCE = import.meta.dir
const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest)$/
/** Delivered, but not needed to open the client without a connection. */
const NOT_PRECACHED = /\.(txt|map)$|^screenshots\//
const AREA_STYLES = join(SOURCE, 'src/styles/areas')
const LAST = ['sw.js', 'index.html']

type Content = Uint8Array<ArrayBuffer>
type Files = Map<string, Content>

/** Builds the client into `folder`. @throws when anything does not compile. */
export async function buildClient(folder: string): Promise<void> {
  const styles = await areaStyles()
  const files: Files = new Map([...(await staticFiles()), ...styles, ...(await bundle(styles))])
  files.set('sw.js', await serviceWorker(files))
  await write(resolve(folder), withCompressed(files))
}

/** One style sheet for each area that is not on the first screen; `ui/lazy.tsx` loads it together with the area. */
async function areaStyles(): Promise<Files> {
  const result = await Bun.build({
    entrypoints: (await filesBelow(AREA_STYLES)).map((name) => join(AREA_STYLES, name)),
    minify: true,
    external: ['/*'],
    naming: { entry: 'assets/[name]-[hash].[ext]' },
  })
  return filesOf(result.outputs)
}

async function bundle(styles: Files): Promise<Files> {
  const stylePaths = Object.fromEntries(
    [...styles.keys()].map((name) => [/([a-z]+)-[^/]*$/.exec(name)?.[1], `/${name}`]),
  )
  const result = await Bun.build({
    entrypoints: [join(SOURCE, 'index.html')],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    // Links that begin with a slash name files of `static/`, which keep their names.
    external: ['/*'],
    naming: { entry: '[name].[ext]', chunk: 'assets/[name]-[hash].[ext]', asset: 'assets/[name]-[hash].[ext]' },
    publicPath: '/',
    define: {
      'process.env.NODE_ENV': '"production"',
      AREA_STYLES: JSON.stringify(stylePaths),
      ANSWER_SHAPES: JSON.stringify(answerShapes()),
    },
    plugins: [await fewChunks()],
  })
  return leaner(await filesOf(result.outputs))
}

/** The same files, with scripts that import nothing twice and are minified once more. */
async function leaner(files: Files): Promise<Files> {
  const isScript = (name: string) => name.endsWith('.js')
  const texts = [...files]
    .filter(([name]) => isScript(name))
    .map(([name, content]) => [`/${name}`, textOf(content)] as const)
  const scripts = withoutRepeatedImports(new Map(texts))
  const all = [...files].map(
    async ([name, content]) =>
      [name, isScript(name) ? bytesOf(await minified(scripts.get(`/${name}`)!)) : content] as const,
  )
  return new Map(await Promise.all(all))
}

/** What the bundler's minifier leaves is a twenty-fifth of the first screen: it looks at expressions, not at their uses. */
async function minified(script: string): Promise<string> {
  const { code } = await minify(script, { module: true, mangle: true, compress: { ecma: 2022, passes: 2 } })
  return code
}

const textOf = (content: Uint8Array) => new TextDecoder().decode(content)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A bundle of its own, at a name that never changes; it knows every file of the build and a version made of them. */
async function serviceWorker(files: Files): Promise<Content> {
  const precached = [...files.keys()].filter((name) => !NOT_PRECACHED.test(name)).toSorted()
  const digest = new Bun.CryptoHasher('sha256')
  for (const name of precached) digest.update(name).update(files.get(name)!)
  const result = await Bun.build({
    entrypoints: [join(SOURCE, 'sw/sw.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: {
      PRECACHED: JSON.stringify(precached.map((name) => `/${name}`)),
      VERSION: JSON.stringify(digest.digest('hex').slice(0, 16)),
    },
  })
  return contentOf(result.outputs[0]!)
}

async function filesOf(outputs: Bun.BuildArtifact[]): Promise<Files> {
  const files: Files = new Map()
  for (const output of outputs) files.set(relative('.', output.path), await contentOf(output))
  return files
}

async function contentOf(output: Bun.BuildArtifact): Promise<Content> {
  return new Uint8Array(await output.arrayBuffer())
}

async function staticFiles(): Promise<Files> {
  const folder = join(SOURCE, 'static')
  const files: Files = new Map()
  for (const name of await filesBelow(folder)) files.set(name, await Bun.file(join(folder, name)).bytes())
  return files
}

function withCompressed(files: Files): Files {
  const all: Files = new Map(files)
  for (const [name, content] of files) {
    if (!COMPRESSIBLE.test(name)) continue
    // A thirtieth smaller than what zlib makes of it.
    all.set(`${name}.gz`, Bun.gzipSync(content, { library: 'libdeflate', level: 12 }))
    all.set(
      `${name}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    )
  }
  return all
}

async function write(folder: string, files: Files): Promise<void> {
  // The server prefers a compressed file only when it is not older than the plain one: plain first.
  const isLast = (name: string) => LAST.some((last) => name.startsWith(last))
  const names = [...files.keys()].toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.length - b.length)
  for (const name of names) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await Bun.write(path, files.get(name)!)
  }
  for (const name of await filesBelow(folder)) {
    if (!files.has(name)) await rm(join(folder, name), { force: true })
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

if (import.meta.main) {
  const started = performance.now()
  const folder = process.argv[2] ?? join(SOURCE, '../public')
  await buildClient(folder)
  console.log(`Built the web client into ${relative('.', folder)} in ${Math.round(performance.now() - started)} ms`)
}
