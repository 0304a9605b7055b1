/**
 * The yardstick for list writes: the statements that the service sends for a request, one by one in the same
 * transaction, through bare mysql2 in a Bun.serve handler. The member's session version is read as the service reads
 * it; no token is verified, no access is checked, nothing is validated, logged or counted, and nobody is told.
 */
import { generateKeyBetween } from 'fractional-indexing'
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { createPool } from './pool'

const pool = createPool({
  // As the service does: capturing a stack before every query would make the yardstick slower than it need be.
  trace: false,
})
pool.on('connection', (connection) => connection.query('set session transaction isolation level read committed'))
const MEMBER_ID = 1

Bun.serve({
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
  routes: {
    '/': () => new Response('ready'),
    '/api/lists/:id/items': {
      POST: async (request) => {
        const { text } = (await request.json()) as { text: string }
        return Response.json(await inTransaction((db) => addItem(db, Number(request.params.id), text)), { status: 201 })
      },
    },
    '/api/list-items/:itemId': {
      PATCH: async (request) => {
        const change = (await request.json()) as { text?: string; checked?: boolean }
        return Response.json(await inTransaction((db) => changeItem(db, Number(request.params.itemId), change)))
      },
    },
  },
})

async function inTransaction<T>(body: (db: PoolConnection) => Promise<T>): Promise<T> {
  await pool.query('select `session_version` from `members` where `members`.`id` = ?', [MEMBER_ID])
  const db = await pool.getConnection()
  try {
    await db.query('begin')
    const result = await body(db)
    await db.query('commit')
    return result
  } finally {
    db.release()
  }
}

const LIST = `select \`lists\`.\`id\`, \`lists\`.\`owner_id\`, \`lists\`.\`kind\`, \`list_shares\`.\`user_id\`,
  exists(select 1 from \`list_notices\` where \`list_notices\`.\`list_id\` = \`lists\`.\`id\`)
  from \`lists\` left join \`list_shares\` on \`list_shares\`.\`list_id\` = \`lists\`.\`id\``

const REVISE = `update \`lists\` set \`revision\` = greatest(\`lists\`.\`revision\` + 1,
  cast(unix_timestamp(now(6)) * 1000000 as unsigned)) where \`lists\`.\`id\` =`

const DETAILS = [
  'key_digest',
  'section',
  'amount',
  'due',
  'due_time',
  'assignee_ids',
  'recurrence',
  'rotates',
  'series_id',
  'follows_id',
]
  .map((name) => `\`${name}\``)
  .join(', ')
const NO_DETAILS = [null, null, null, null, null, null, null, false, null, null]

async function addItem(db: PoolConnection, listId: number, text: string) {
  await db.query(`${LIST} where \`lists\`.\`id\` = ? for update`, [listId])
  await db.query(`${REVISE} ?`, [listId])
  const rank = await rankAfterActive(db, listId, 0)
  const now = new Date()
  const [{ insertId }] = await db.query<ResultSetHeader>(
    `insert into \`list_items\` (\`id\`, \`list_id\`, \`text\`, \`checked\`, \`rank\`, \`client_id\`, ${DETAILS},
       \`uncounted\`, \`created_at\`, \`updated_at\`)
     values (default, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [listId, text, false, rank, null, ...NO_DETAILS, 1, now, now],
  )
  return { id: insertId, listId, text, checked: false, rank, createdAt: now, updatedAt: now }
}

async function changeItem(db: PoolConnection, itemId: number, change: { text?: string; checked?: boolean }) {
  const [[list]] = await db.query<RowDataPacket[]>(
    `${LIST} where \`lists\`.\`id\` = (select \`list_id\` from \`list_items\` where \`id\` = ?) for update`,
    [itemId],
  )
  await db.query(`${REVISE} (select \`list_id\` from \`list_items\` where \`id\` = ?)`, [itemId])
  if (change.text !== undefined) {
    await db.query(
      'update `list_items` set `text` = ?, `key_digest` = null, `updated_at` = ?, `follows_id` = null where `list_items`.`id` = ?',
      [change.text, new Date(), itemId],
    )
    return itemById(db, itemId)
  }
  const item = await itemById(db, itemId)
  const rank = await rankAfterActive(db, list!.id, itemId)
  const updatedAt = new Date()
  await db.query(
    `update \`list_items\` set \`checked\` = ?, \`done_by\` = null, \`done_at\` = null, \`rank\` = ?, \`updated_at\` = ?,
       \`follows_id\` = null where \`list_items\`.\`id\` = ?`,
    [false, rank, updatedAt, itemId],
  )
  return { ...item, checked: false, rank, updatedAt }
}

async function itemById(db: PoolConnection, itemId: number) {
  const [[item]] = await db.query<RowDataPacket[]>(
    `select \`id\`, \`list_id\`, \`text\`, \`checked\`, \`rank\`, \`client_id\`, ${DETAILS}, \`uncounted\`, \`done_by\`,
       \`done_at\`, \`created_at\`, \`updated_at\`
     from \`list_items\` where \`list_items\`.\`id\` = ?`,
    [itemId],
  )
  return item
}

async function rankAfterActive(db: PoolConnection, listId: number, movingId: number): Promise<string> {
  const [[last]] = await db.query<RowDataPacket[]>(
    `select \`id\`, \`rank\` from \`list_items\` where \`list_id\` = ? and \`id\` <> ? and \`checked\` = ?
     order by \`rank\` desc, \`id\` desc limit 1`,
    [listId, movingId, false],
  )
  const [[next]] = await db.query<RowDataPacket[]>(
    `select \`rank\` from \`list_items\` where \`list_id\` = ? and \`id\` <> ? and \`rank\` >= ? and \`id\` <> ?
     order by \`rank\`, \`id\` limit 1`,
    [listId, movingId, last?.rank ?? '', last?.id ?? 0],
  )
  return generateKeyBetween(last?.rank, next?.rank)
}
