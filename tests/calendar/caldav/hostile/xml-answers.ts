import { event, five, MB, multistatus, numbered, ONE, object, type Row, repeat, STATUS_OK, whole } from './http'

const xml = (content: () => string) => whole(() => multistatus(content()))
const filled = (bytes: number) => event(`SUMMARY:${'s'.repeat(bytes)}\n`)
const laughs = numbered(99, (n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`)

/** Whole answers whose text is the trouble. */
export const XML_ROWS: Row[] = [
  ['elements without end', xml(() => five('<b/>')), 'too-large'],
  ['60 MB of elements', xml(() => repeat('<b/>', 60 * MB)), 'too-large'],
  ['elements with names of their own', xml(() => numbered(400_000, (n) => `<b${n}/>`)), 'too-large'],
  ['attributes without end', xml(() => five('<b c="d" e="f"/>')), 'too-large'],
  ['16,000 namespaces of one element', xml(() => `<b ${numbered(16_000, (n) => `xmlns:p${n}="u" `)}/>`), 'malformed'],
  ['namespaces of every element', xml(() => five('<b xmlns:c="d"/>')), 'too-large'],
  ['a namespace with a long name', xml(() => `<b xmlns="${'u'.repeat(60_000)}">${five('<c/>')}</b>`), 'malformed'],
  ['one huge attribute', xml(() => `<b c="${'d'.repeat(5 * MB)}"/>`), 'malformed'],
  ['an attribute that never ends', xml(() => `<b c="${'d'.repeat(5 * MB)}`), 'malformed'],
  ['endless nesting', xml(() => five('<b>')), 'malformed'],
  ['pieces of CDATA', xml(() => five('<![CDATA[b]]>')), 'too-large'],
  ['one huge CDATA', xml(() => `<![CDATA[${'b'.repeat(5 * MB)}]]>`), 0],
  ['comments', xml(() => five('<!---->')), 'too-large'],
  ['instructions', xml(() => five('<?b?>')), 'too-large'],
  ['references', xml(() => five('&lt;')), 0],
  ['references by number', xml(() => five('&#128512;')), 0],
  ['ampersands', xml(() => five('&')), 'malformed'],
  ['entities within entities', whole(() => `<!DOCTYPE a [${laughs}]>${ONE}`), 'malformed'],
  ['an entity from a file', whole(() => `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${ONE}`), 'malformed'],
  ['tags that never end', xml(() => five('<')), 'malformed'],
  ['text alone', whole(() => five('b')), 'malformed'],
  ['NUL', whole(() => five('\0')), 'malformed'],
  ['UTF-16', whole(() => Buffer.from(`\ufeff${ONE}`, 'utf16le')), 'malformed'],
  ['bytes that are no UTF-8', whole(() => Buffer.alloc(5 * MB, 0xff)), 'malformed'],
  ['a page', whole(() => `<!doctype html>${five('<p>hello')}`), 'malformed'],
  ['JSON', whole(() => `[${five('1,')}1]`), 'malformed'],
  ['blanks', whole(() => five(' ')), 'malformed'],
  ['another root', whole(() => '<error xmlns="DAV:"/>'), 'malformed'],
  ['20,000 objects without a text', xml(() => numbered(20_000, (n) => object(`/${n}.ics`, ''))), 20_000],
  ['10,000 objects', xml(() => numbered(10_000, (n) => object(`/${n}.ics`, filled(300)))), 10_000],
  ['one object of five megabytes', xml(() => object('/1.ics', filled(5 * MB))), 1],
  ['an object that ends over and over', xml(() => object('/1.ics', `${five('END:VCALENDAR ')}${event()}`)), 1],
  [
    'one response for many hrefs',
    xml(() => `<response>${numbered(190_000, (n) => `<href>/${n}</href>`)}</response>`),
    'too-large',
  ],
  ['hrefs of slashes', xml(() => object(`/a${'/'.repeat(16_000)}x`, event()).repeat(300)), 300],
  ['an href of five megabytes', xml(() => object(`/${five('%41')}`, event())), 1],
  ['an etag of five megabytes', xml(() => object('/1.ics', event(), five('e'))), 1],
  [
    '190,000 properties',
    xml(
      () =>
        `<response><href>/1</href><propstat><prop>${numbered(190_000, (n) => `<b${n}/>`)}</prop>${STATUS_OK}</propstat></response>`,
    ),
    'malformed',
  ],
]
