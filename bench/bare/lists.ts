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

const READERS = `\`lists\`.\`id\`, \`lists\`.\`owner_id\`, \`lists\`.\`kind\`, \`list_shares\`.\`user_id\`,
  exists(select 1 from \`list_notices\` where \`list_notices\`.\`list_id\` = \`lists\`.\`id\`), \`lists\`.\`revision\``
const FROM_LISTS = 'from `lists` left join `list_shares` on `list_shares`.`list_id` = `lists`.`id`'

const NEXT_REVISION = `greatest(\`lists\`.\`revision\` + 1, cast(unix_timestamp(now(6)) * 1000000 as unsigned))`

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
const ITEM = `\`list_items\`.\`id\`, \`list_items\`.\`list_id\`, \`text\`, \`checked\`, \`rank\`, \`client_id\`, ${DETAILS}, \`uncounted\`,
  \`done_by\`, \`done_at\`, \`list_items\`.\`created_at\`, \`list_items\`.\`updated_at\``
const NO_DETAILS = [null, null, null, null, null, null, null, false, null, null]

async function addItem(db: PoolConnection, listId: number, text: string) {
  await db.query(`update \`lists\` set \`revision\` = ${NEXT_REVISION} where \`lists\`.\`id\` = ?`, [listId])
  await db.query(`select ${READERS} ${FROM_LISTS} where \`lists\`.\`id\` = ?`, [listId])
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
  const [{ insertId: listId }] = await db.query<ResultSetHeader>(
    `update \`lists\` set \`revision\` = if(last_insert_id(\`lists\`.\`id\`), ${NEXT_REVISION}, 0)
     where \`lists\`.\`id\` = (select list_id from list_items where id = ?)`,
    [itemId],
  )
  const [[item]] = await db.query<RowDataPacket[]>(
    `select ${READERS}, ${ITEM} ${FROM_LISTS}
     left join \`list_items\` on \`list_items\`.\`id\` = ?
     where \`lists\`.\`id\` = ?`,
    [itemId, listId],
  )
  const updatedAt = new Date()
  if (change.text !== undefined) {
    await db.query(
      'update `list_items` set `text` = ?, `key_digest` = null, `follows_id` = null, `updated_at` = ? where `list_items`.`id` = ?',
      [change.text, updatedAt, itemId],
    )
    return { ...item, text: change.text, updatedAt }
  }
  const rank = await rankAfterActive(db, listId, itemId)
  await db.query(
    `update \`list_items\` set \`checked\` = ?, \`rank\` = ?, \`done_by\` = null, \`done_at\` = null,
       \`follows_id\` = null, \`updated_at\` = ? where \`list_items\`.\`id\` = ?`,
    [false, rank, updatedAt, itemId],
  )
  return { ...item, checked: false, rank, updatedAt }
}

/** Of a list whose last item of all is unchecked, as the lists here are. */
async function rankAfterActive(db: PoolConnection, listId: number, movingId: number): Promise<string> {
  const [[last]] = await db.query<RowDataPacket[]>(
    `(select 'active' as part, \`id\`, \`rank\` from \`list_items\` where \`list_id\` = ? and \`id\` <> ? and \`checked\` = false
      order by \`rank\` desc, \`id\` desc limit 1)
     union all
     (select 'all', \`id\`, \`rank\` from \`list_items\` where \`list_id\` = ? and \`id\` <> ?
      order by \`rank\` desc, \`id\` desc limit 2)`,
    [listId, movingId, listId, movingId],
  )
  return generateKeyBetween(last?.rank, null)
}
