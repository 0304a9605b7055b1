import { expect, test } from 'bun:test'
import { needs, needsMet } from '../../../web/src/lib/needs'

test('what is needed is begun at once, and no part is there before it is', async () => {
  const texts = Promise.withResolvers<void>()
  let times = 0
  let isDrawn = false
  needs(() => {
    times++
    return texts.promise
  })
  expect(times).toBe(1)
  const drawn = needsMet().then(() => {
    isDrawn = true
  })
  await Promise.resolve()
  expect(isDrawn).toBe(false)
  texts.resolve()
  await drawn
  const before = times
  await needsMet()
  expect(times).toBe(before)
})

test('what fails is tried again with the next part', async () => {
  const failures = ['away', 'still away']
  let times = 0
  needs(async () => {
    const failure = failures[times++]
    if (failure !== undefined) throw new Error(failure)
  })
  await expect(needsMet()).rejects.toThrow('still away')
  await needsMet()
  await needsMet()
  expect(times).toBe(3)
})
