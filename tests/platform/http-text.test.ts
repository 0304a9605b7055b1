import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import type { Context } from '../../src/platform/context'
import { errors } from '../../src/platform/http-errors'
import { limitedText, trimmedText } from '../../src/platform/http-text'

const Body = t.Object({
  name: trimmedText(5),
  nickname: t.Optional(trimmedText(5)),
  keys: t.Optional(t.Object({ secret: limitedText(2, 3) })),
  word: t.Optional(
    limitedText(3, 3, {
      error: 'expected a word',
      furtherProblemOf: (text) => (/^[a-z ]+$/.test(text) ? null : 'expected small letters'),
    }),
  ),
})

const app = new Elysia()
  .use(errors({} as Context))
  .post('/', ({ body }) => body, { body: Body })
  .get('/', ({ query }) => query, { query: t.Object({ uid: limitedText(1, 4) }) })

async function ask(path: string, init?: RequestInit): Promise<unknown> {
  return (await app.handle(new Request(`http://localhost${path}`, init))).json()
}

const send = (body: unknown) =>
  ask('/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const MILK = { name: 'Milk' }

describe('a text reaches the handler', () => {
  test.each<[string, object, object]>([
    ['with its ends trimmed', { name: ' \t Milk\n' }, MILK],
    ['trimmed before it is counted', { name: `${' '.repeat(500)}Bread ` }, { name: 'Bread' }],
    ['with as many emoji as characters', { name: '😀'.repeat(5) }, { name: '😀'.repeat(5) }],
    ['trimmed where it may be absent', { ...MILK, nickname: ' Mo ' }, { ...MILK, nickname: 'Mo' }],
    [
      'as it was sent where it is not trimmed',
      { ...MILK, keys: { secret: ' x ' } },
      { ...MILK, keys: { secret: ' x ' } },
    ],
    [
      'with an unpaired surrogate where it is not trimmed',
      { ...MILK, keys: { secret: 'x\ud800' } },
      { ...MILK, keys: { secret: 'x\ud800' } },
    ],
    ['by a further rule', { ...MILK, word: 'a b' }, { ...MILK, word: 'a b' }],
  ])('%s', async (_, sent, taken) => {
    expect(await send(sent)).toEqual(taken)
  })

  test('out of a query', async () => {
    expect(await ask('/?uid=a%20b')).toEqual({ uid: 'a b' })
  })
})

describe('a text that breaks a rule is refused by field and rule, never by value:', () => {
  test.each<[string, object, string]>([
    ['too long', { name: 'Butter' }, 'name: expected text of 1 to 5 characters'],
    ['too long in emoji', { name: '😀'.repeat(6) }, 'name: expected text of 1 to 5 characters'],
    ['huge', { name: 'x'.repeat(100_000) }, 'name: expected text of 1 to 5 characters'],
    ['empty', { name: '' }, 'name: expected text of 1 to 5 characters'],
    ['blank', { name: ' \t\n' }, 'name: expected text of 1 to 5 characters'],
    ['an unpaired surrogate', { name: 'a\ud800' }, 'name: expected well-formed Unicode text'],
    ['a number', { name: 5 }, 'name: expected text'],
    ['null', { name: null }, 'name: expected text'],
    ['missing', {}, 'name: expected text'],
    [
      'too long where it may be absent',
      { ...MILK, nickname: 'Butter' },
      'nickname: expected text of 1 to 5 characters',
    ],
    ['too short', { ...MILK, keys: { secret: '😀' } }, 'keys.secret: expected text of 2 to 3 characters'],
    ['too long inside', { ...MILK, keys: { secret: 'abcd' } }, 'keys.secret: expected text of 2 to 3 characters'],
    ['outside of limits with words of their own', { ...MILK, word: 'ab' }, 'word: expected a word'],
    ['against a further rule', { ...MILK, word: 'ABC' }, 'word: expected small letters'],
  ])('%s', async (_, sent, error) => {
    expect(await send(sent)).toEqual({ error })
  })

  test.each(['/?uid=', '/?uid=12345', '/?uid=%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80x'])(
    '%s',
    async (path) => {
      expect(await ask(path)).toEqual({ error: 'uid: expected text of 1 to 4 characters' })
    },
  )
})
