import { describe, expect, test } from 'bun:test'
import { readMultistatus } from '../../../src/calendar/caldav/multistatus'
import { child, parseXml, type XmlElement, XmlError } from '../../../src/calendar/caldav/xml'
import { rejectionOf } from '../../support/rejection'

const piecesOf = (text: string, length: number) => text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []
const textOf = async (xml: string) => (await parseXml([xml])).text

describe('text arrives as it was sent', () => {
  test.each([
    ['entities', '<a>&lt;b&gt; &amp;amp; &quot;&apos;</a>', '<b> &amp; "\''],
    ['character references', '<a>x&#13;\n&#x1F600;</a>', 'x\r\n😀'],
    ['references to both halves of a surrogate pair', '<a>x&#xD83D;&#xDE00;</a>', 'x😀'],
    ['both halves in sections of their own', '<a><![CDATA[x\uD83D]]><![CDATA[\uDE00]]></a>', 'x😀'],
    ['a first half before an element, and a second half after it', '<a>x&#xD83D;<b/>&#xDE00;</a>', 'x\uFFFD\uFFFD'],
    ['a first half before a second and a third', '<a>&#xD83D;&#xDE00;&#xDE00;</a>', '😀\uFFFD'],
    ['a reference to one of them', '<a>x&#xD83D;</a>', 'x\uFFFD'],
    ['CDATA', '<a><![CDATA[1 < 2 & 3]]></a>', '1 < 2 & 3'],
    ['CDATA in pieces around ]]>', '<a><![CDATA[x ]]]]><![CDATA[> y]]></a>', 'x ]]> y'],
    ['CDATA that holds tags', '<a><![CDATA[</a></d:response>]]></a>', '</a></d:response>'],
    ['blanks at both ends', '<a>  x \n</a>', '  x \n'],
    ['what looks like a number', '<a>007</a>', '007'],
    ['a number beyond doubles', '<a>12345678901234567890</a>', '12345678901234567890'],
    ['what looks like a boolean', '<a>true</a>', 'true'],
    ['comments left out', '<a>x<!-- <b> -->y</a>', 'xy'],
    ['a byte order mark and a declaration', '\ufeff<?xml version="1.0"?>\n<a>x</a>\n', 'x'],
  ])('%s', async (_case, xml, text) => expect(await textOf(xml)).toBe(text))
})

describe('a document may come in pieces', () => {
  const whole =
    '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- a > b --><d:a xmlns:d="DAV:" b=">&lt;" >x&amp;&#x1F600;y' +
    "<![CDATA[1 ]] < ]]]>z<d:b c = '\"'/><?p ? q?></d:a \t>\n"
  const seen = ({ name, text, attributes, children }: XmlElement): unknown => [
    name,
    text,
    attributes,
    children.map(seen),
  ]
  const expected = ['{DAV:}a', 'x&😀y1 ]] < ]z', { b: '><' }, [['{DAV:}b', '', { c: '"' }, []]]]

  test('cut in two anywhere', async () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      expect(seen(await parseXml([whole.slice(0, cut), whole.slice(cut)]))).toEqual(expected)
    }
  })

  test.each([1, 2, 3, 7])('of %d signs', async (length) => {
    expect(seen(await parseXml(piecesOf(whole, length)))).toEqual(expected)
  })

  test('that end too early are no document', async () => {
    for (let length = 0; length < whole.trimEnd().length; length++) {
      expect(await rejectionOf(parseXml(piecesOf(whole.slice(0, length), 5)))).toBeInstanceOf(XmlError)
    }
  })
})

test('names are known by namespace, whatever the prefix', async () => {
  const root = await parseXml([
    '<D:a xmlns:D="DAV:" xmlns="x:"><b xmlns="DAV:"/><D:c/><e xmlns:D="y:"><D:f/></e></D:a>',
  ])
  expect(root.name).toBe('{DAV:}a')
  expect(root.children.map(({ name }) => name)).toEqual(['{DAV:}b', '{DAV:}c', '{x:}e'])
  expect(child(root, '{x:}e')?.children[0]?.name).toBe('{y:}f')
})

test('attributes with > and both kinds of quotes', async () => {
  const root = await parseXml([`<a one="x>y" two='"&lt;"' />`])
  expect(root.attributes).toEqual({ one: 'x>y', two: '"<"' })
})

describe('not one whole document', () => {
  test.each([
    ['nothing', ''],
    ['text only', 'hello'],
    ['an open element', '<a><b></b>'],
    ['a cut tag', '<a><b'],
    ['a cut attribute', '<a b="c'],
    ['crossed tags', '<a><b></a></b>'],
    ['an end tag too many', '<a></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>x'],
    ['cut CDATA', '<a><![CDATA[x</a>'],
    ['a cut comment', '<a><!-- x</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a bare ampersand', '<a>x & y</a>'],
    ['a prefix without a namespace', '<d:a/>'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a page for people', '<!doctype html><html><body><br></body></html>'],
    ['endless nesting', '<a>'.repeat(10_000)],
  ])('%s', async (_case, xml) => expect(await rejectionOf(parseXml([xml]))).toBeInstanceOf(XmlError))
})

test('a whole answer is read, and every shorter one is refused', async () => {
  const whole = `<?xml version="1.0"?>
<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>/a/1.ics</d:href><d:propstat>
<d:prop><d:getetag>"1"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
<d:sync-token>t</d:sync-token></d:multistatus>`
  const { responses, syncToken } = await readMultistatus([whole], 'https://x/', 'REPORT')
  expect(responses.map(({ href }) => href)).toEqual(['/a/1.ics'])
  expect(syncToken).toBe('t')
  for (let length = 0; length < whole.length; length++) {
    expect((await rejectionOf(readMultistatus([whole.slice(0, length)], 'https://x/', 'REPORT'))).message).toContain(
      'REPORT: ',
    )
  }
})

test('hrefs are paths, decoded, on no other host; denied properties are not given', async () => {
  const { responses } = await readMultistatus(
    [
      `<multistatus xmlns="DAV:"><response><href>https://elsewhere.example/a%40b/%c3%bc.ics</href>
<propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 403 Forbidden</status></propstat></response>
<response><href>/gone.ics</href><href>/gone2.ics</href><status>HTTP/1.1 404 Not Found</status></response></multistatus>`,
    ],
    'https://x/base/',
    'REPORT',
  )
  expect(responses.map(({ href, status, properties }) => [href, status, properties.size])).toEqual([
    ['/a@b/ü.ics', null, 0],
    ['/gone.ics', 404, 0],
    ['/gone2.ics', 404, 0],
  ])
})
