import { useRef, useState } from 'preact/hooks'
import { isSame } from '../lib/same'
import { DAY } from '../lib/tz'
import { uuid } from '../lib/uuid'
import { memberId } from './session'

/**
 * What was typed in forms that were left before they were saved: kept on the device, per member and form, written at
 * each key, so that neither a touch beside a sheet nor a phone that closes the page takes it away. Secrets are never
 * handed over.
 */
interface Kept<T> {
  /** Names one filling-in of the form; several can be unfinished at the same time. */
  id: string
  value: T
  /** When it was typed; epoch milliseconds. */
  at: number
}

/** Raised when what any form keeps changes its shape. */
const VERSION = 4
const MAX_KEPT = 5
const MAX_AGE_MS = 30 * DAY

/** Before anybody can sign in, as in the setup, nobody owns it. */
const keyOf = (form: string): string => `unfinished-${VERSION}:${memberId.get() ?? ''}:${form}`

/** The newest first. */
function read<T>(form: string): Kept<T>[] {
  try {
    const kept: Kept<T>[] = JSON.parse(localStorage.getItem(keyOf(form)) ?? '[]')
    return kept.filter(({ at }) => Date.now() - at < MAX_AGE_MS)
  } catch {
    return []
  }
}

function write<T>(form: string, kept: readonly Kept<T>[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(keyOf(form))
    else localStorage.setItem(keyOf(form), JSON.stringify(kept.slice(0, MAX_KEPT)))
  } catch {
    // Without storage, or room in it, what is typed lives as long as the form.
  }
}

function put<T>(form: string, id: string, value: T): void {
  const others = read<T>(form).filter((kept) => kept.id !== id)
  write(form, [{ id, value, at: Date.now() }, ...others])
}

const drop = (form: string, id: string): void =>
  write(
    form,
    read(form).filter((kept) => kept.id !== id),
  )

/** One filling-in of a form, and what earlier ones have left behind. */
interface Unfinished<T> {
  /** What was left last, to be offered; null when there is nothing. */
  offered: T | null
  /** Goes on with what is offered. What was typed here meanwhile is kept as well. */
  resume: () => void
  /** Throws away what is offered. */
  discard: () => void
  /** Keeps what is typed here; null when it is as it was in the beginning. */
  keep: (value: T | null) => void
  /** It is saved, or given up: nothing is left to offer. */
  finish: () => void
}

/** Keeps what is typed in a form, and offers what was left in it before. */
export function useUnfinished<T>(form: string): Unfinished<T> {
  const id = useRef('')
  if (id.current === '') id.current = uuid()
  const [offered, setOffered] = useState(() => read<T>(form)[0] ?? null)
  const next = () => setOffered(read<T>(form).find((kept) => kept.id !== id.current) ?? null)
  return {
    offered: offered?.value ?? null,
    resume: () => {
      if (offered === null) return
      id.current = offered.id
      setOffered(null)
    },
    discard: () => {
      if (offered !== null) drop(form, offered.id)
      next()
    },
    keep: (value) => (value === null ? drop(form, id.current) : put(form, id.current, value)),
    finish: () => drop(form, id.current),
  }
}

/** What a dialog needs to offer the last filling-in of its form. */
export interface Offer {
  /** What it was going to be, in the words that were typed; null when nothing was left. */
  what: string | null
  resume: () => void
  discard: () => void
  finish: () => void
}

interface FieldsOptions<T> {
  /** What the form is about, of what was typed in it. */
  nameOf: (fields: Partial<T>) => string
  /** Never kept. */
  secrets?: readonly (keyof T)[]
}

/** The fields of a form in a dialog, kept when the dialog is left. */
export function useFields<T extends object>(form: string, initial: T, { nameOf, secrets = [] }: FieldsOptions<T>) {
  const [fields, setFields] = useState(initial)
  const unfinished = useUnfinished<Partial<T>>(form)
  const { offered, discard, finish } = unfinished
  const change = (next: T) => {
    setFields(next)
    const open = without(next, secrets)
    unfinished.keep(isSame(open, without(initial, secrets)) ? null : open)
  }
  const resume = () => {
    unfinished.resume()
    setFields({ ...fields, ...offered })
  }
  const offer: Offer = { what: offered === null ? null : nameOf(offered), resume, discard, finish }
  return { fields, change, offer }
}

/** Fields that stand on the page itself: what was typed there before simply stands there again. */
export function useKeptFields<T extends object>(form: string, initial: T, secrets: readonly (keyof T)[] = []) {
  const [fields, setFields] = useState<T>(() => ({ ...initial, ...keptValue<Partial<T>>(form) }))
  const change = (next: T) => {
    setFields(next)
    const open = without(next, secrets)
    if (isSame(open, without(initial, secrets))) forget(form)
    else put(form, ONLY, open)
  }
  return [fields, change] as const
}

/** A single text on the page itself. */
export function useKeptText(form: string, initial = '') {
  const [{ text }, change] = useKeptFields(form, { text: initial })
  return [text, (next: string) => change({ text: next })] as const
}

/** The id where there is but one filling-in at a time. */
const ONLY = 'only'

/** What was left unfinished in the form; null: nothing, or it is too old. */
export const keptValue = <T>(form: string): T | null => read<T>(form)[0]?.value ?? null
export const forget = (form: string): void => drop(form, ONLY)

function without<T extends object>(fields: T, secrets: readonly (keyof T)[]): Partial<T> {
  const open: Partial<T> = { ...fields }
  for (const secret of secrets) delete open[secret]
  return open
}
