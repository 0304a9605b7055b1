import { describe, expect, test } from 'bun:test'
import { isMemberColor, nextColor, PALETTE, SHARED_COLOR } from '../../src/household/palette'

describe('colours', () => {
  test('are given in the order of the palette, the gaps first', () => {
    expect(nextColor([])).toBe(PALETTE[0])
    expect(nextColor([PALETTE[0], PALETTE[2]])).toBe(PALETTE[1])
    expect(nextColor([PALETTE[0].toLowerCase()])).toBe(PALETTE[1])
    expect(nextColor(PALETTE.slice(0, 5))).toBe(PALETTE[5])
  })

  test('go round when all are taken: the seventh member counts the six before', () => {
    expect(nextColor(PALETTE)).toBe(PALETTE[0])
    expect(nextColor([...PALETTE, PALETTE[0]])).toBe(PALETTE[1])
    expect(nextColor([...PALETTE, '#000000', '#111111'])).toBe(PALETTE[2])
  })

  test('of members are never to be mistaken for the shared calendar’s', () => {
    for (const color of PALETTE) expect(isMemberColor(color)).toBe(true)
    for (const color of [SHARED_COLOR, '#f25c7a', '#F06080', '#E8527A', 'red', '#12345', '#1234567', '123456', '']) {
      expect(isMemberColor(color)).toBe(false)
    }
  })
})
