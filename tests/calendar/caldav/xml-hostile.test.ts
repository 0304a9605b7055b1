import { describe, expect, test } from 'bun:test'
import { readMultistatus } from '../../../src/calendar/caldav/multistatus'
import { withoutSlash } from '../../../src/calendar/caldav/path'
import { parseXml } from '../../../src/calendar/caldav/xml'
import { slowness } from '../../support/cpu'
import { leastHoldOf } from '../../support/event-loop'

const MB = 1024 * 1024
const HELD_MS = 50
/** As much of a text as fits in five megabytes. */
const five = (piece: string) => piece.repeat(Math.floor((5 * MB) / piece.length))
const numbered = (count: number, piece: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => piece(number)).join('')

/** As it comes from the network. */
const inPieces = (xml: string) => xml.match(/[\s\S]{1,200000}/g) ?? []

/** What it comes to: the length of the root's text, or the reason why it is not read. */
const outcomeOf = (pieces: string[]) =>
  parseXml(pieces).then(
    ({ text }) => text.length,
    (error: Error) => error.message,
  )

const TOO_MUCH = 'more elements than an answer may have'
const NO_TAG = 'not a tag'
const TOO_LONG = 'a text is too long'

const DOCUMENTS: [string, () => string, string | number][] = [
  ['elements without end', () => `<a>${five('<b/>')}</a>`, TOO_MUCH],
  ['elements with names of their own', () => `<a>${numbered(400_000, (n) => `<b${n}/>`)}</a>`, TOO_MUCH],
  ['attributes without end', () => `<a>${five('<b c="d" e="f" g="h"/>')}</a>`, TOO_MUCH],
  ['attributes with names of their own', () => `<a>${numbered(190_000, (n) => `<b c${n}="d"/>`)}</a>`, 0],
  ['comments without end', () => `<a>${five('<!---->')}</a>`, TOO_MUCH],
  ['instructions without end', () => `<a>${five('<?b?>')}</a>`, TOO_MUCH],
  ['pieces of CDATA without end', () => `<a>${five('<![CDATA[b]]>')}</a>`, TOO_MUCH],
  ['one element of 16,000 namespaces', () => `<a ${numbered(16_000, (n) => `xmlns:p${n}="u" `)}/>`, NO_TAG],
  ['65 namespaces', () => `<a ${numbered(65, (n) => `xmlns:p${n}="u" `)}/>`, 'too many attributes'],
  ['64 namespaces', () => `<a ${numbered(64, (n) => `xmlns:p${n}="u" `)}/>`, 0],
  ['namespaces on every element', () => `<a>${five('<b xmlns:c="d"><c:e/></b>')}</a>`, TOO_MUCH],
  ['namespaces on 60 levels, over and over', () => `<a>${nested(60, 60).repeat(200)}</a>`, TOO_MUCH],
  ['namespaces with long names', () => `<a xmlns="${'u'.repeat(60_000)}">${five('<b/>')}</a>`, 'a name is too long'],
  ['one huge attribute', () => `<a b="${'c'.repeat(5 * MB)}"/>`, NO_TAG],
  ['one attribute that never ends', () => `<a b="${'c'.repeat(5 * MB)}`, NO_TAG],
  ['blanks in a tag', () => `<a ${' '.repeat(5 * MB)}`, NO_TAG],
  ['a name without end', () => `<${'a'.repeat(5 * MB)}`, NO_TAG],
  ['endless nesting', () => five('<a>'), 'nested too deep'],
  ['tags that never end', () => five('<'), NO_TAG],
  ['one huge text', () => `<a>${'b'.repeat(5 * MB)}</a>`, 5 * MB],
  ['one huge text with half a character', () => `<a>${five('b😀')}&#xD83D;</a>`, 3 * Math.floor((5 * MB) / 3) + 1],
  ['one huge CDATA', () => `<a><![CDATA[${'b'.repeat(5 * MB)}]]></a>`, 5 * MB],
  ['a text without end, two bytes a letter', () => `<a>${'b€'.repeat(16 * MB)}</a>`, TOO_LONG],
  ['a CDATA without end, two bytes a letter', () => `<a><![CDATA[${'b€'.repeat(16 * MB)}]]></a>`, TOO_LONG],
  ['text of nothing but references', () => `<a>${five('&lt;')}</a>`, (5 * MB) / 4],
  ['references by number', () => `<a>${five('&#x1F600;')}</a>`, 2 * Math.floor((5 * MB) / 9)],
  ['ampersands', () => `<a>${five('&')}</a>`, 'an unknown entity'],
  ['a reference that never ends', () => `<a>&${'b'.repeat(5 * MB)}</a>`, 'an unknown entity'],
  ['blanks before the end', () => `<a></a${' '.repeat(5 * MB)}>`, NO_TAG],
  ['entities of its own', () => `<!DOCTYPE a [${numbered(1000, (n) => `<!ENTITY b${n} "c">`)}]><a/>`, 'document types'],
  ['NUL', () => '\0'.repeat(5 * MB), 'not one whole document'],
]

function nested(depth: number, namespaces: number): string {
  const declared = numbered(namespaces, (n) => `xmlns:p${n}="u" `)
  return `<b ${declared}>`.repeat(depth) + '</b>'.repeat(depth)
}

const answer = (content: string) => `<multistatus xmlns="DAV:">${content}</multistatus>`
const OK = '<status>HTTP/1.1 200 OK</status>'

/** What comes of a multistatus: how many responses. */
const MULTISTATUSES: [string, () => string, number][] = [
  ['30,000 responses', () => answer(numbered(30_000, (n) => `<response><href>/${n}</href>${OK}</response>`)), 30_000],
  [
    'one response for many',
    () => answer(`<response>${numbered(39_000, (n) => `<href>/${n}</href>`)}</response>`),
    39_000,
  ],
  [
    'many states of one',
    () => answer(`<response><href>/</href>${`<propstat>${OK}</propstat>`.repeat(95_000)}</response>`),
    1,
  ],
  [
    'many properties of one',
    () =>
      answer(
        `<response><href>/</href><propstat><prop>${numbered(190_000, (n) => `<a${n}/>`)}</prop>${OK}</propstat></response>`,
      ),
    1,
  ],
  [
    'hrefs of nothing but slashes',
    () => answer(`<response><href>/a${'/'.repeat(16_000)}x</href></response>`.repeat(300)),
    300,
  ],
  ['one href of five megabytes', () => answer(`<response><href>/${'%41'.repeat(5 * (MB / 3))}</href></response>`), 1],
  [
    'hrefs that cannot be decoded',
    () => answer(`<response><href>/${'%ff'.repeat(5000)}</href></response>`.repeat(300)),
    300,
  ],
  [
    'a state that never ends',
    () => answer(`<response><href>/</href><status>${'HTTP/1.1 '.repeat(500_000)}</status></response>`),
    1,
  ],
]

describe('an answer made to do harm holds nobody up', () => {
  test.each(MULTISTATUSES)('%s', async (_case, make, count) => {
    const pieces = inPieces(make())
    // What other tests have left behind is not collected meanwhile.
    Bun.gc(true)
    const { result, heldMs } = await leastHoldOf(async () => {
      const { responses } = await readMultistatus(pieces, 'https://cal.test/', 'REPORT')
      return responses.map(({ href }) => withoutSlash(href))
    }, HELD_MS)
    expect(result).toHaveLength(count)
    expect(heldMs).toBeLessThan(HELD_MS * slowness())
  })
})

describe('a document made to do harm is read or refused, and others have their turn meanwhile', () => {
  test.each(DOCUMENTS)('%s', async (_case, make, outcome) => {
    const pieces = inPieces(make())
    Bun.gc(true)
    const before = process.memoryUsage.rss()
    const { result, heldMs } = await leastHoldOf(() => outcomeOf(pieces), HELD_MS)
    const grownMb = (process.memoryUsage.rss() - before) / MB
    expect(typeof outcome === 'number' ? result : String(result)).toEqual(
      typeof outcome === 'number' ? outcome : expect.stringContaining(outcome),
    )
    expect(heldMs).toBeLessThan(HELD_MS * slowness())
    expect(grownMb).toBeLessThan(200)
  })
})
