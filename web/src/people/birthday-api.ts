import type { Birthday, BirthdayChange, NewBirthday } from '../../../src/features/birthdays/model'
import { birthdaysQuery } from '../data/birthdays'
import { create } from '../data/create'
import { request } from '../data/http'
import { queries, refreshAfter } from '../data/queries'
import { remove } from '../data/remove'

export type { Birthday, NewBirthday }

const PATH = '/api/birthdays'

/** @throws ApiError */
export const addBirthday = (body: NewBirthday) => told(create<Birthday>(PATH, body))

/** @throws ApiError */
export const changeBirthday = (id: number, body: BirthdayChange) =>
  told(request<Birthday>('PATCH', `${PATH}/${id}`, { body }))

/** @throws ApiError */
export const removeBirthday = (id: number) => told(remove(`${PATH}/${id}`))

/** What is drawn of them is asked for anew. */
const told = <T>(answer: Promise<T>): Promise<T> => refreshAfter(answer, birthdaysQuery, queries.events)
