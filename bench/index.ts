/** `bun run bench [name …]`: every figure, one line each, and the whole as JSON in .local/bench.json. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { servers } from '../tests/support/servers'
import type { Bench, Figure } from './figure'

/** Take too long for a run of everything. */
const ON_REQUEST = ['chaos']

const wanted = process.argv.slice(2)
const files = (await readdir(import.meta.dir)).filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3))
const known = files.filter((name) => !['index', 'figure'].includes(name)).sort()
for (const name of wanted) {
  if (known.includes(name)) continue
  console.error(`There is no ${name} among ${known.join(', ')}.`)
  process.exit(1)
}
const areas = known.filter((name) => (wanted.length === 0 ? !ON_REQUEST.includes(name) : wanted.includes(name)))

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Bun ${Bun.version}`
console.log(machine)
const figures: Figure[] = []
servers.stayOnDisk()
try {
  for (const area of areas) {
    console.log(`\n${area}`)
    const { bench } = (await import(`./${area}.ts`)) as { bench: Bench }
    await bench((figure) => {
      figures.push(figure)
      const goal = figure.goal === undefined ? '' : `   goal ${figure.goal}`
      console.log(`  ${figure.name.padEnd(70)} ${round(figure.value).padStart(10)} ${figure.unit}${goal}`)
    })
  }
} finally {
  await servers.stopAll()
}
await mkdir('.local', { recursive: true })
await writeFile('.local/bench.json', JSON.stringify({ machine, at: new Date().toISOString(), figures }, null, 2))
process.exit(0)

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
