import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Glob, YAML } from 'bun'
import packageJson from '../package.json'
import { VARIABLE_NAMES } from '../src/platform/variables'
import { unsaved } from '../web/src/i18n/en/unsaved'
import { RUN_COMMANDS } from './support/documented-commands'
import { blocksOf, commandsOf, type FencedBlock, fencedBlocks } from './support/documents'

const ROOT = join(import.meta.dir, '..')
const PAGES = ['*.md', 'docs/**/*.md', 'deploy/**/*.md']
/** What may stand in a block beside commands. Whatever else a block says it is must be one of these or a shell. */
const OTHER_LANGUAGES = ['caddyfile', 'ini', 'json', 'nginx', 'sql', 'text', 'yaml']
const SHELLS = ['', 'bash', 'console', 'cron', 'sh']

const documents = PAGES.flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
  .filter((path) => path !== 'CHANGELOG.md')
  .toSorted()
const blocks = (await Promise.all(documents.map(blocksOf))).flat()
const ofShell = blocks.filter(({ language }) => SHELLS.includes(language))
const place = ({ document, line }: FencedBlock) => `${document}:${line}`
const knownOf = (document: string) => RUN_COMMANDS[document] ?? []

describe('the documents', () => {
  test('there are some, with commands and marks', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/operating.md']))
    expect(ofShell.length).toBeGreaterThan(15)
    expect(ofShell.filter(({ mark }) => mark !== null)).not.toEqual([])
  })

  test('every block says what it is written in', () => {
    const unknown = blocks.filter(({ language }) => ![...SHELLS, ...OTHER_LANGUAGES].includes(language))
    expect(unknown.map(place)).toEqual([])
    // Prompts and output would be taken for commands.
    expect(ofShell.filter(({ language }) => language === '' || language === 'console').map(place)).toEqual([])
  })

  test('every command is run by a test, or stands below a mark that says why not', () => {
    const forgotten = ofShell
      .filter(({ mark }) => mark === null)
      .flatMap((block) => {
        const known = knownOf(block.document)
        const unknown = commandsOf(block.text).filter((each) => !known.some(({ command }) => each.startsWith(command)))
        return unknown.map((command) => `${place(block)}: ${command}`)
      })
    expect(forgotten).toEqual([])
  })

  test('whatever is said to be run is there, and so is what runs it', async () => {
    for (const [document, known] of Object.entries(RUN_COMMANDS)) {
      const own = ofShell.filter((block) => block.document === document && block.mark === null)
      const commands = own.flatMap(({ text }) => commandsOf(text))
      for (const { command, by, with: words } of known) {
        const isThere = commands.some((each) => each.startsWith(command))
        const runner = existsSync(join(ROOT, by)) ? await Bun.file(join(ROOT, by)).text() : ''
        expect({ document, command, isThere, by, runs: runner.includes(words) }).toMatchObject({
          isThere: true,
          runs: true,
        })
      }
    }
  })

  test('every setting is one that the service reads', () => {
    const settings = blocks
      .filter(({ language }) => language === 'ini')
      .flatMap((block) =>
        block.text.split('\n').map((line) => ({ block, name: /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? line })),
      )
    expect(settings.length).toBeGreaterThan(5)
    const unknown = settings.filter(({ name }) => !(VARIABLE_NAMES as readonly string[]).includes(name))
    expect(unknown.map(({ block, name }) => `${place(block)}: ${name}`)).toEqual([])
  })

  test('every configuration in YAML and JSON is some, and overrides services that there are', async () => {
    const { services } = YAML.parse(await Bun.file(join(ROOT, 'compose.yaml')).text()) as { services: object }
    const overrides = blocks
      .filter(({ language }) => ['json', 'yaml'].includes(language))
      .map((block) => ({ block, value: (block.language === 'json' ? JSON : YAML).parse(block.text) }))
      .flatMap(({ block, value }) => Object.entries(value.services ?? {}).map((entry) => ({ block, entry })))
    expect(overrides.length).toBeGreaterThan(3)
    const unknown = overrides.filter(
      ({ entry: [name, service] }) => !(name in services || 'image' in (service as object)),
    )
    expect(unknown.map(({ block, entry: [name] }) => `${place(block)}: ${name}`)).toEqual([])
  })

  test('every command in a sentence is one that there is', async () => {
    const scripts = Object.keys(packageJson.scripts)
    let count = 0
    for (const document of documents) {
      const text = await Bun.file(join(ROOT, document)).text()
      for (const [, name = ''] of text.matchAll(/\bbun run (?:--silent )?([a-z][a-z:]*)/g)) {
        count++
        expect({ document, name, isThere: scripts.includes(name) }).toMatchObject({ isThere: true })
      }
      for (const [, path = ''] of text.matchAll(/(?<![\w/])(bin\/[a-z-]+)\b(?!\/)/g)) {
        count++
        expect({ document, path, isThere: existsSync(join(ROOT, path)) }).toMatchObject({ isThere: true })
      }
    }
    expect(count).toBeGreaterThan(30)
  })
})

describe('how blocks are read', () => {
  const PAGE = `Some words.

<!-- not run by a test: needs a moon -->
\`\`\`sh
rocket --start    # slowly
\`\`\`

  \`\`\`
  a \\
    b

  # only words
  c |
    d
  e '#1'
  \`\`\`
`

  test('with their place, language and mark, and without their indentation', () => {
    expect(fencedBlocks('docs/moon.md', PAGE)).toEqual([
      {
        document: 'docs/moon.md',
        line: 4,
        language: 'sh',
        text: 'rocket --start    # slowly',
        mark: 'needs a moon',
      },
      {
        document: 'docs/moon.md',
        line: 8,
        language: '',
        text: "a \\\n  b\n\n# only words\nc |\n  d\ne '#1'",
        mark: null,
      },
    ])
  })

  test('a command has the lines that continue it, and no comment', () => {
    const [one, two] = fencedBlocks('docs/moon.md', PAGE)
    expect(commandsOf(one!.text)).toEqual(['rocket --start'])
    expect(commandsOf(two!.text)).toEqual(['a \\\n  b', 'c |\n  d', "e '#1'"])
  })
})

test('the manual calls a meeting that could not be moved what the screen calls it', async () => {
  const [row] = /.*the server has no MOVE to that calendar.*/.exec(
    await Bun.file(join(ROOT, 'docs/troubleshooting.md')).text(),
  )!
  const [, quoted = ''] = /^\| \*(.+) …\* /.exec(row)!
  expect(unsaved.reasons.meetingStays).toStartWith(quoted)
})
