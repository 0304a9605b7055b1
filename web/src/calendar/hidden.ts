import { deviceOwner } from '../data/owner'
import { queries, queryClient } from '../data/queries'
import { memberId } from '../data/session'
import type { Person } from '../data/types'
import { keepOnDevice } from '../lib/keep-on-device'
import { createStore, useStore } from '../lib/store'
import { memberKey, personKey } from './who'

const hiddenKey = () => `hidden-people-${deviceOwner()}`

/** The keys of the people whose events the member does not want to see on this device. */
const hidden = createStore<ReadonlySet<string>>(readHidden())
memberId.subscribe(() => hidden.set(readHidden()))

export const useHidden = (): ReadonlySet<string> => useStore(hidden)

/** They are hidden under their members' keys, too: events may be known before it is known who there is. */
export function setHidden(keys: ReadonlySet<string>): void {
  const people = queryClient.getQueryData<Person[]>(queries.people.queryKey) ?? []
  const members = people.flatMap(({ id, memberId }) =>
    memberId !== null && keys.has(personKey(id)) ? memberKey(memberId) : [],
  )
  const all = [...keys, ...members]
  hidden.set(new Set(all))
  keepOnDevice(hiddenKey(), JSON.stringify(all))
}

function readHidden(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(hiddenKey()) ?? '[]'))
  } catch {
    return new Set()
  }
}
