import { classifyAlarms } from '../alarms'
import { categoriesOf, type PeopleNames } from '../categories'
import { peopleKey } from '../changes'
import type { EventForm } from '../form'
import { type Component, property } from '../parse'
import { endOf, instantOf, lengthOf, startOf } from '../times'
import type { ObjectZones } from '../zone/resolve'
import type { Block } from './document'
import { type Editing, overridesOf } from './editing'
import { remind, writeText } from './index'
import { readable } from './instances'
import { writePeople } from './people'
import { placeOf } from './place'
import { writeTimes } from './times'

/** An override, and what it has in common with its series: in that it follows, in everything else it stays. */
export interface Follower {
  block: Block
  hasText(name: string): boolean
  hasPeople: boolean
  hasLength: boolean
  hasReminder: boolean
}

const TEXTS = { title: 'SUMMARY', location: 'LOCATION', description: 'DESCRIPTION' } as const

/** The readable overrides of a series, before that is changed. */
export function followersOf(editing: Editing, people: PeopleNames): Follower[] {
  return overridesOf(editing).flatMap((block) => readable(() => followerOf(block, editing, people)) ?? [])
}

/** @throws IcalError */
function followerOf(block: Block, { block: master, main, zones }: Editing, people: PeopleNames): Follower {
  const override = block.component
  const reminderOf = (event: Component) => classifyAlarms(event, startOf(event, zones), zones)
  const peopleOf = (event: Component) => peopleKey(people.personsOf(categoriesOf(event)))
  const isOneReminder = reminderOf(main).kind !== 'custom'
  const hasLength = secondsOf(override, zones) === secondsOf(main, zones)
  return {
    block,
    hasText: (name) => property(override, name)?.value === property(main, name)?.value,
    hasPeople: peopleOf(override) === peopleOf(main),
    hasLength,
    hasReminder: isOneReminder
      ? Bun.deepEquals(reminderOf(override), reminderOf(main))
      : alarmsOf(block) === alarmsOf(master),
  }
}

const alarmsOf = ({ blocks }: Block) => blocks.filter(({ name }) => name === 'VALARM').join('')

function secondsOf(event: Component, zones: ObjectZones): number {
  const start = startOf(event, zones)
  const instant = instantOf(start)
  return endOf(start, instant, lengthOf(event, start, zones)) - instant
}

/** Writes the texts and people into the series and into the overrides that share them. */
export function writeTexts(
  editing: Editing,
  followers: Follower[],
  changes: Partial<EventForm>,
  people: PeopleNames,
): void {
  for (const [field, name] of Object.entries(TEXTS)) {
    const text = changes[field as keyof typeof TEXTS]
    const sharing = followers.filter(({ hasText }) => hasText(name))
    for (const { block } of [editing, ...sharing]) writeText(block, name, text)
  }
  const sharing = followers.filter(({ hasPeople }) => hasPeople)
  for (const { block } of [editing, ...sharing]) writePeople(block, changes.personIds, people)
}

/**
 * Lets the overrides have the new length and reminder of their series once they stand where they go. `length` is null
 * where it stays.
 */
export function followTimes(
  editing: Editing,
  followers: Follower[],
  changes: Partial<EventForm>,
  length: { isDate: boolean; seconds: number } | null,
): void {
  for (const { block, hasLength, hasReminder } of followers) {
    const to = placeOf(block.property('DTSTART')!, editing.zones)
    const override = { ...editing, block, main: block.component }
    const { isDate } = to.value
    const instant = instantOf(to.value)
    const isLonger = hasLength && length?.isDate === isDate
    const times = {
      isDate,
      start: instant,
      end: instant + (isLonger ? length.seconds : secondsOf(override.main, editing.zones)),
    }
    if (isLonger) writeTimes(override, times, { from: to, to })
    if (hasReminder) remind(override, changes, times)
  }
}
