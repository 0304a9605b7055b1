import { expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Item } from '../../../src/features/lists/model'
import type { Member } from '../../support/cast'
import { type Diary, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'
import { broughtIn, fileOf } from '../import/bringing'

const AT = { at: '2026-11-01T12:00:00Z' }
/** Two services, each with a database of its own; their people have accounts of their own. */
const old = opened(() => openDiary(AT))
const fresh = opened(() => openDiary(AT))

async function exported({ app }: Diary, { cookie }: Member): Promise<[name: string, text: string][]> {
  const answer = await app.handle(new Request('http://localhost/api/me/export', { headers: { cookie } }))
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])
}

/** What somebody sees in a year, but for the ids. */
async function yearOf(diary: Diary, who: Member) {
  const found: object[] = []
  for (const window of ['start=2026-11-01&end=2027-01-29', 'start=2027-01-29&end=2027-04-28']) {
    const { occurrences } = await diary.done<{ occurrences: Record<string, unknown>[] }>(
      who,
      `GET /api/events?${window}`,
    )
    for (const { uid, title, start, end, allDay, location, recurrenceId } of occurrences) {
      found.push({ uid, title, start, end, allDay, location, recurrenceId })
    }
  }
  return found
}

const itemsOf = async (diary: Diary, who: Member, listId: number) =>
  (await diary.done<{ items: Item[] }>(who, `GET /api/lists/${listId}/items`)).items.map(
    ({ text, checked, section, amount, due, dueTime, repeat }) => ({
      text,
      checked,
      section,
      amount,
      due,
      dueTime,
      repeat,
    }),
  )

test('what was taken along from one service is in another what it was', async () => {
  const { ada } = old.cast
  const home = await old.calendar('ada')
  await old.put(home, 'plain', {
    DTSTART: '20261203T090000Z',
    DTEND: '20261203T100000Z',
    SUMMARY: 'Dentist',
    LOCATION: 'Main St',
  })
  await old.put(home, 'weekly', {
    DTSTART: '20261201T170000Z',
    DTEND: '20261201T180000Z',
    RRULE: 'FREQ=WEEKLY;COUNT=12',
    EXDATE: '20261215T170000Z',
    SUMMARY: 'Choir; “Ökumene”',
  })
  const christmas = ['UID:christmas', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Christmas 🎄']
  const days = ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226']
  await old.putText(home, 'christmas', fileOf([[...christmas, ...days]]))
  await old.sync(home)
  const list = await old.done<{ id: number }>(ada, 'POST /api/lists', { name: 'Groceries', kind: 'shopping' })
  await old.done(ada, `POST /api/lists/${list.id}/items/batch`, {
    parse: true,
    items: [{ text: '2 l milk' }, { text: 'Say "hi"\nlater', due: '2026-12-05', dueTime: '18:00' }, { text: 'Eggs 6' }],
  })
  const files = await exported(old, ada)
  const texts = (folder: string, ending: string) =>
    files.flatMap(([name, text]) => (name.startsWith(folder) && name.endsWith(ending) ? [text] : []))

  const { ben } = fresh.cast
  const target = await fresh.calendar('ben')
  const [calendar] = texts('calendars/', '.ics')
  expect(await broughtIn(fresh, ben, target, calendar!)).toMatchObject({ status: 'done', failed: 0, skipped: 0 })
  const before = await yearOf(old, ada)
  expect(before).toHaveLength(13)
  expect(await yearOf(fresh, ben)).toEqual(before)

  const [json] = texts('lists/', '.json')
  const { name, items } = JSON.parse(json!) as { name: string; items: Item[] }
  const again = await fresh.done<{ id: number }>(ben, 'POST /api/lists', { name, kind: 'shopping' })
  await fresh.done(ben, `POST /api/lists/${again.id}/items/batch`, { items })
  expect(await itemsOf(fresh, ben, again.id)).toEqual(await itemsOf(old, ada, list.id))
})
