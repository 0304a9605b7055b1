import { expect, test } from 'bun:test'
import { needs, whole } from '../../../web/src/lib/needs'
import { rejectionOf } from '../../support/rejection'

test('no part is there before what it needs is, which is loaded for one of them', async () => {
  const texts = Promise.withResolvers<void>()
  let times = 0
  let isDrawn = false
  needs(() => {
    times++
    return texts.promise
  })
  const drawn = whole(async () => 'code').then(() => {
    isDrawn = true
  })
  await Promise.resolve()
  expect(isDrawn).toBe(false)
  texts.resolve()
  await drawn
  await whole(async () => 'code')
  expect(times).toBe(1)
})

test('what fails is tried again with the next part', async () => {
  const failures = ['away', 'still away']
  let times = 0
  needs(async () => {
    const failure = failures[times++]
    if (failure !== undefined) throw new Error(failure)
  })
  expect((await rejectionOf(whole(async () => 'code'))).message).toContain('away')
  expect((await rejectionOf(whole(async () => 'code'))).message).toContain('still away')
  await whole(async () => 'code')
  await whole(async () => 'code')
  expect(times).toBe(3)
})
