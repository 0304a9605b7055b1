import { expect, test } from 'bun:test'
import type { PoolConnection, RowDataPacket } from 'mysql2/promise'
import { streamOf } from '../../src/platform/db/commands'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)

/** A connection of the pool, and what goes over its socket from now on. */
async function withConnection<T>(use: (connection: PoolConnection, writes: string[]) => Promise<T>): Promise<T> {
  const connection = await household.ctx.db.$client.getConnection()
  const stream = streamOf(connection.connection as never)
  const write = stream.write
  const writes: string[] = []
  stream.write = (bytes: Buffer, ...rest: unknown[]) => {
    writes.push(bytes.toString('latin1'))
    return Reflect.apply(write, stream, [bytes, ...rest])
  }
  try {
    return await use(connection, writes)
  } finally {
    stream.write = write
    connection.release()
  }
}

const ask = async (connection: PoolConnection, expression: string): Promise<unknown> => {
  const [rows] = await connection.query<RowDataPacket[]>(`select ${expression} as answer`)
  return rows[0]!.answer
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('statements that are asked for together go out together, and each gets its answer', async () => {
  await withConnection(async (connection, writes) => {
    const numbers = Array.from({ length: 50 }, (_, index) => index)
    const answers = await Promise.all(numbers.map((number) => ask(connection, String(number))))
    expect(answers).toEqual(numbers)
    expect(writes).toHaveLength(1)
  })
})

test('one that comes while another is answered is sent at once', async () => {
  await withConnection(async (connection, writes) => {
    const slow = ask(connection, 'sleep(0.2)')
    await turn()
    const next = ask(connection, "'next'")
    await turn()
    expect(writes.join()).toContain("'next'")
    expect(await Promise.all([slow, next])).toEqual([0, 'next'])
  })
})

test('one that fails leaves the others their answers', async () => {
  await withConnection(async (connection) => {
    const answers = await Promise.allSettled(['1', 'nothing_of_that_name', '2'].map((what) => ask(connection, what)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await ask(connection, '3')).toBe(3)
  })
})

test('long statements, those behind them and what is no statement keep their order', async () => {
  const long = 'x'.repeat(100_000)
  await withConnection(async (connection) => {
    await connection.query('set @said = ""')
    const say = (word: string, filling = '') =>
      connection.query(`set @said = concat(@said, ?), @filling = ?`, [word, filling])
    await Promise.all([
      say('a'),
      say('b', long),
      say('c'),
      connection.ping(),
      say('d'),
      say('e', long),
      say('f', long),
      say('g'),
    ])
    expect(await ask(connection, '@said')).toBe('abcdefg')
  })
})

test('answers of many packets stay apart', async () => {
  await withConnection(async (connection) => {
    const rows = (count: number) =>
      connection.query<RowDataPacket[]>(`select seq, repeat('x', 1000) as filling from seq_1_to_${count}`)
    const answers = await Promise.all([5_000, 1, 3_000, 2].map(rows))
    expect(answers.map(([found]) => found.length)).toEqual([5_000, 1, 3_000, 2])
    expect(answers.map(([found]) => found.at(-1)!.seq)).toEqual([5_000, 1, 3_000, 2])
  })
})

test('a connection that is lost fails all that waits on it', async () => {
  const answers = await withConnection(async (connection) => {
    const waiting = ['kill connection_id()', 'select 1', 'select 2'].map((statement) => connection.query(statement))
    const settled = await Promise.allSettled(waiting)
    connection.destroy()
    return settled
  })
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
