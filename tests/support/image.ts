import { chmod, cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

export interface Image {
  /** The working directory of the last stage. */
  folder: string
  env: Record<string, string>
  command: string[]
}

interface Step {
  word: string
  rest: string
}

interface Stage {
  name: string | null
  folder: string
  env: Record<string, string>
  command: string[]
}

/**
 * Replays the steps of the Dockerfile below `home`, with nothing of this machine's environment but the programs that
 * the base image has too; its Bun lies in the folder `programs`. What a step does to the system, and not to the files of
 * the image, is left out: packages, users and folders of theirs.
 */
export async function replayDockerfile(home: string, programs: string): Promise<Image> {
  const context = await buildContext(home)
  const stages: Stage[] = []
  let stage: Stage | null = null
  for (const { word, rest } of steps(await readFile(join(ROOT, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? null
      const folder = join(home, name ?? 'image')
      await mkdir(folder, { recursive: true })
      stage = { name, folder, env: {}, command: [] }
      stages.push(stage)
      continue
    }
    if (stage === null) throw new Error(`${word} before FROM`)
    if (word === 'COPY') await copy(rest, stage, stages, context)
    if (word === 'RUN' && !/^(apt-get|install -d -o) /.test(rest)) await run(rest, stage, home, programs)
    if (word === 'ENV') Object.assign(stage.env, Object.fromEntries([rest.split('=')]))
    if (word === 'CMD') stage.command = JSON.parse(rest)
  }
  if (stage === null) throw new Error('the Dockerfile has no stage')
  // What was built may name no path of where it was built.
  const before = stages.slice(0, -1).map(({ folder }) => folder)
  for (const folder of [context, ...before]) await rm(folder, { recursive: true })
  return stage
}

/** What `.dockerignore` lets through of the files that git would have in a clone. */
async function buildContext(home: string): Promise<string> {
  const context = join(home, 'context')
  const ignore = await readFile(join(ROOT, '.dockerignore'), 'utf8')
  for (const line of ignore.split('\n').filter((entry) => entry.startsWith('!'))) {
    await cp(join(ROOT, line.slice(1)), join(context, line.slice(1)), { recursive: true })
  }
  return context
}

function steps(dockerfile: string): Step[] {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [word = '', ...rest] = line.trim().split(/\s+/)
      return { word, rest: rest.join(' ') }
    })
}

async function copy(rest: string, stage: Stage, stages: Stage[], context: string) {
  const from = /^--from=(\S+)\s+/.exec(rest)?.[1]
  const paths = rest.replace(/^--from=\S+\s+/, '').split(' ')
  const target = join(stage.folder, paths.pop() ?? '.')
  const source = from === undefined ? context : stages.find(({ name }) => name === from)?.folder
  if (source === undefined) throw new Error(`no stage ${from}`)
  for (const path of paths) {
    const inside = path.replace(/^\/app\//, '')
    // Of a folder its content is copied, wherever to.
    const isFile = (await stat(join(source, inside))).isFile()
    const to = isFile && (paths.length > 1 || rest.endsWith('/')) ? join(target, inside) : target
    await mkdir(dirname(to), { recursive: true })
    await cp(join(source, inside), to, { recursive: true, verbatimSymlinks: true })
  }
}

/** Packages that were fetched before; what a step installs from it is held against the lockfile all the same. */
const packageCache = async () => (await Bun.$`${process.execPath} pm cache`.cwd(ROOT).text()).trim()

async function run(command: string, stage: Stage, home: string, programs: string) {
  const child = Bun.spawn(['sh', '-c', command], {
    cwd: stage.folder,
    env: {
      PATH: `${programs}:/usr/bin:/bin`,
      HOME: join(home, 'nobody-home'),
      BUN_INSTALL_CACHE_DIR: await packageCache(),
      ...stage.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const words = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`RUN ${command} failed:\n${words}`)
}

/** Takes the right to write from everyone, as a read-only root file system does. */
export async function makeReadOnly(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
  }
  await chmod(folder, 0o555)
}
