import { create } from '../data/create'
import { request } from '../data/http'
import { queries, refresh } from '../data/queries'
import { remove } from '../data/remove'
import type { Person } from '../data/types'

interface NewPerson {
  name: string
  color: string
  /** `YYYY-MM-DD`. */
  birthday?: string
  managerIds: readonly number[]
}

export type PersonChange = Partial<Pick<Person, 'name' | 'color' | 'birthday' | 'position' | 'managerIds'>>

export const add = (body: NewPerson) => create<Person>('/api/people', body)
export const change = (id: number, body: PersonChange) => request<Person>('PATCH', `/api/people/${id}`, { body })
export const removePerson = (id: number) => remove(`/api/people/${id}`)

/** Asks anew for what is drawn of people. */
export function peopleChanged(): void {
  for (const { queryKey } of [queries.people, queries.events, queries.me]) refresh(queryKey)
}
