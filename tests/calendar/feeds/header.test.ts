import { describe, expect, test } from 'bun:test'
import { type FeedHeader, readHeader } from '../../../src/calendar/feeds/header'

const NOTHING: FeedHeader = { name: null, color: null, refreshMinutes: null }

describe('what a feed says about itself', () => {
  test.each<[string, Partial<FeedHeader>]>([
    ['', {}],
    ['NAME:Club', { name: 'Club' }],
    ['X-WR-CALNAME:Old\nNAME;LANGUAGE=de:Neu\\, gut', { name: 'Neu, gut' }],
    ['X-WR-CALNAME:Fold\n ed', { name: 'Folded' }],
    ['NAME:\nX-WR-CALNAME:Second', { name: 'Second' }],
    [`NAME:${'ä'.repeat(300)}`, { name: 'ä'.repeat(255) }],
    ['COLOR:turquoise', { color: '#40E0D0' }],
    ['COLOR:Tomato\nX-APPLE-CALENDAR-COLOR:#112233FF', { color: '#FF6347' }],
    ['COLOR:no-such\nX-APPLE-CALENDAR-COLOR:#aabbccFF', { color: '#AABBCC' }],
    ['COLOR:url(http://example.org)', {}],
    // Names of CSS that are a color only on a page.
    ['COLOR:currentcolor', {}],
    ['COLOR:Canvas\nX-OUTLOOK-COLOR:#112233', { color: '#112233' }],
    ['REFRESH-INTERVAL;VALUE=DURATION:P1W', { refreshMinutes: 10_080 }],
    ['X-PUBLISHED-TTL:PT90M', { refreshMinutes: 90 }],
    ['X-PUBLISHED-TTL:PT12H\nREFRESH-INTERVAL;VALUE=DURATION:P1D', { refreshMinutes: 1440 }],
    ['X-PUBLISHED-TTL:PT1S', { refreshMinutes: 1 }],
    ['X-PUBLISHED-TTL:soon', {}],
    ['X-PUBLISHED-TTL:-PT1H', {}],
    ['no content line\n:\n;=', {}],
  ])('%j', (text, expected) => {
    expect(readHeader(text)).toEqual({ ...NOTHING, ...expected })
  })
})
