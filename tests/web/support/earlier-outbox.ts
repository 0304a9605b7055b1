/** Whom and what the writes below are about. */
export interface Place {
  listId: number
  /** An item of the list, which goes. */
  itemId: number
  /** The calendar of the dentist, which gets a place, and of handball, which is new. */
  calendarId: number
  calendarUrl: string
}

export const KEYS = {
  add: 'a0c27a82-8780-40c6-ae1a-1198200d1ecf',
  check: '2019d14a-9c2d-4663-a83d-a84725adbf97',
  edit: '110efaa4-b08f-452d-8664-f6e87c334b27',
  create: '1615182e-d3b3-4ec2-8764-bd7907cee0fc',
} as const

const TIMES = { allDay: false, start: '2026-11-20T16:00:00.000Z', end: '2026-11-20T17:00:00.000Z' }
const LOOK = { calendarName: 'Ada', color: '#2563EB', isShared: false, userId: 1, ownerName: 'Ada' }
const UNSENT = {
  rowId: null,
  replaces: null,
  current: null,
  stage: 'held',
  sendAfter: 0,
  unclearSince: null,
  resultUid: null,
  reason: null,
}

/** What the first version of the client left in a device's database of somebody who was offline, by its keys. */
export function earlierOutbox(memberId: number, { listId, itemId, calendarId, calendarUrl }: Place) {
  const clientId = 'c7450323-2aed-4314-8fe8-4179309bab8b'
  return {
    [`queue:lists:${memberId}`]: [
      { id: KEYS.add, write: { kind: 'add', listId, clientId, text: 'Candles' }, heldUntil: 0 },
      {
        id: KEYS.check,
        write: { kind: 'check', listId, item: clientId, text: 'Candles', checked: true },
        heldUntil: 0,
      },
      {
        id: '068c6b32-3aac-40e4-a30b-5de491c3ddac',
        write: { kind: 'remove', listId, item: itemId, text: 'Milk' },
        heldUntil: 1795188186413,
      },
    ],
    [`calendar-writes-${memberId}`]: [
      {
        id: '765ab2be-882a-415f-9f87-060e915058b2',
        ...UNSENT,
        key: KEYS.edit,
        since: 1795188181323,
        kind: 'edit',
        uid: 'dentist',
        calendarId,
        isRecurring: false,
        title: 'Dentist',
        form: { title: 'Dentist', ...TIMES, location: 'Second floor' },
        look: LOOK,
        base: {
          title: 'Dentist',
          ...TIMES,
          location: '',
          description: '',
          recurrence: 'none',
          reminderLeadMinutes: null,
          reminderIsCustom: false,
          calendarUrl,
        },
        isSecondTry: false,
      },
      {
        id: '4fe51c2c-9e60-4e0d-8b43-92d4daf89767',
        ...UNSENT,
        key: KEYS.create,
        since: 1795188182002,
        kind: 'create',
        uid: 'new:4fe51c2c-9e60-4e0d-8b43-92d4daf89767',
        calendarId: null,
        title: 'Handball',
        form: { title: 'Handball', ...TIMES, recurrence: 'none', calendarUrl, reminderLeadMinutes: null },
        look: LOOK,
      },
    ],
  }
}
