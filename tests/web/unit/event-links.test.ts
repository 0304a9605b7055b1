import { describe, expect, test } from 'bun:test'
import { callOf, type Link, linksOf, piecesOf } from '../../../web/src/calendar/event-card/links'
import { cpuMs, slowness } from '../../support/cpu'

const hrefs = (text: string) => linksOf(text).map(({ href }) => href)
const texts = (text: string) => linksOf(text).map((link) => link.text)

describe('what can be followed in notes', () => {
  test.each<[string, string]>([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['HTTP://EXAMPLE.ORG/Path', 'http://example.org/Path'],
    ['www.example.org', 'https://www.example.org/'],
    ['See https://example.org/map.', 'https://example.org/map'],
    ['(https://example.org/map)', 'https://example.org/map'],
    ['https://example.org/map(1), then', 'https://example.org/map(1)'],
    ['[https://example.org/a]!?', 'https://example.org/a'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['„https://example.org/a“', 'https://example.org/a'],
    ['<a href="https://example.org/a">x</a>', 'https://example.org/a'],
    ['https://müller.de/öffnung', 'https://xn--mller-kva.de/%C3%B6ffnung'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['praxis@zahnarzt-müller.de.', 'mailto:praxis@zahnarzt-müller.de'],
    ['+49 30 1234567', 'tel:+49301234567'],
    ['+49 (0)30 / 123 45 67', 'tel:+49301234567'],
    ['Tel.: 030/1234567', 'tel:0301234567'],
    ['(030) 123 456-7', 'tel:0301234567'],
    ['0151-23456789', 'tel:015123456789'],
    ['01 23 45 67 89', 'tel:0123456789'],
    ['01.23.45.67.89', 'tel:0123456789'],
    ['555-123-4567', 'tel:5551234567'],
    ['(555) 123-4567', 'tel:5551234567'],
  ])('%s', (text, href) => expect(hrefs(text)).toEqual([href]))

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(document.cookie)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'https://',
    'https://[',
    'http://localhost/router',
    'https://bank.example@evil.example/',
    'https://user:secret@example.org/',
    '2026-11-20',
    '20.11.2026',
    '01.12.2026 – 03.12.2026',
    '01/12/2026',
    '01.12.-03.12.',
    '09:00-17:00',
    '10.00 - 11.30',
    'Room 0123',
    '0123456789012345678',
    '1234567',
    'a@b',
    '@ada',
    'version 1.2.3',
  ])('nothing in %s', (text) => expect(hrefs(text)).toEqual([]))

  test('stands in its sentence, and the sentence stays as it is', () => {
    const text = 'Call +49 30 1234567 or write to ada@example.org (see https://example.org/a_(b)).\n\nBye 😀'
    expect(texts(text)).toEqual(['+49 30 1234567', 'ada@example.org', 'https://example.org/a_(b)'])
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  test('stands once, however often it is named', () => {
    expect(linksOf('https://example.org/a', 'see https://example.org/a and www.example.org')).toHaveLength(2)
  })

  test.each<[string, string]>([
    ['words', 'lorem ipsum '.repeat(9_000)],
    ['digits', '0'.repeat(100_000)],
    ['numbers', '0123 4567 '.repeat(10_000)],
    ['brackets', `https://example.org/${'('.repeat(50_000)}${')'.repeat(50_000)}`],
    ['closing brackets', `${'https://a.b/'}${')]}'.repeat(33_000)}`],
    ['dots', `https://example.org/${'.'.repeat(100_000)}x`],
    ['letters before an @', `${'a'.repeat(100_000)}@`],
    ['labels', `a@${'a.'.repeat(50_000)}`],
    ['addresses', 'https://example.org/a '.repeat(4_600)],
    ['schemes', 'https://'.repeat(12_500)],
  ])('is found in 100 kB of %s without a wait', (_, text) => {
    let pieces: ReturnType<typeof piecesOf> = []
    const spent = cpuMs(() => {
      pieces = piecesOf(text)
    })
    expect(spent / slowness()).toBeLessThan(500)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.length).toBeLessThan(250)
  })
})

describe('a video call', () => {
  const web = (href: string): Link => ({ kind: 'web', text: href, href })

  test.each<[string, string]>([
    ['https://meet.google.com/abc-defg-hij', 'Google Meet'],
    ['https://us02web.zoom.us/j/123?pwd=x', 'Zoom'],
    ['https://teams.microsoft.com/l/meetup-join/19%3a', 'Teams'],
    ['https://teams.live.com/meet/9', 'Teams'],
    ['https://meet.jit.si/Choir', 'Jitsi'],
    ['https://jitsi.example.org/choir', 'Jitsi'],
    ['https://example.webex.com/meet/ada', 'Webex'],
    ['https://whereby.com/choir', 'Whereby'],
    ['https://facetime.apple.com/join#v=1', 'FaceTime'],
    ['https://signal.link/call/#key=x', 'Signal'],
  ])('%s', (href, service) => expect(callOf([web('https://example.org/a'), web(href)])).toEqual({ service, href }))

  test.each([
    'https://zoom.us/',
    'https://notzoom.us/j/1',
    'https://zoom.us.evil.example/j/1',
    'https://example.org/zoom.us/j/1',
  ])('is not %s', (href) => expect(callOf([web(href)])).toBeNull())

  test('is the first of several', () => {
    expect(callOf(linksOf('Zoom: https://zoom.us/j/1, else https://meet.jit.si/x'))?.service).toBe('Zoom')
  })
})
