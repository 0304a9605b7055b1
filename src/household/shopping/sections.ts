import { BUILT_IN_SECTIONS, type BuiltInSection } from './built-in'
import { GROCERIES } from './groceries'
import { itemKey } from './item-key'

/** What a shorter name ends with is chance: "Reis" ends with "Eis". */
const SHORTEST_ENDING = 4
const MAX_WORDS_OF_A_NAME = 4
/** What follows says how, not what: tuna in oil, bread without nuts. */
const ONLY_DESCRIBES = new Set('for fur with mit without ohne in im aus from to zum zur a la'.split(' '))
const FROZEN = /^(?:tk|frozen|tiefkuhl.*|tiefgekuhlt.*|gefroren.*)$/
/** Endings of both languages, the longest first; folded, plurals with an umlaut have only these left. */
const ENDINGS = ['ern', 'es', 'en', 'er', 's', 'n', 'e']
const Y_ENDING = 'ies'

let index: Map<string, BuiltInSection> | undefined
let longestName = 0

/**
 * The section of what a text means, from the groceries that everybody knows; null for anything else. The last word that
 * is known counts: both languages put the thing itself last, in a word ("Tomatensuppe") as in a phrase ("tomato soup");
 * fruit and herbs alone also stand behind as a flavour ("Joghurt Erdbeere"). What is frozen lies with what is frozen.
 */
export function builtInSection(text: string): BuiltInSection | null {
  const words = itemKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (words.some((word) => FROZEN.test(word))) return 'frozen'
  const end = words.findIndex((word, at) => at > 0 && ONLY_DESCRIBES.has(word))
  return sectionOfThing(end === -1 ? words : words.slice(0, end)) ?? (end === -1 ? null : sectionOfThing(words))
}

function sectionOfThing(words: readonly string[]): BuiltInSection | null {
  let flavour: BuiltInSection | null = null
  for (let end = words.length; end > 0; end--) {
    const found = sectionOfNameThatEnds(words, end)
    if (found === null) continue
    const { section, length } = found
    if (section !== 'produce') return section
    flavour ??= section
    // "Sweet potato" is no sweet.
    end -= length - 1
  }
  return flavour
}

/** The longest name that ends with the word before `end`. */
function sectionOfNameThatEnds(words: readonly string[], end: number) {
  const forms = formsOf(words[end - 1]!)
  for (let length = Math.min(MAX_WORDS_OF_A_NAME, end); length > 1; length--) {
    const before = words.slice(end - length, end - 1).join(' ')
    const section = first(forms, (form) => names().get(`${before} ${form}`))
    if (section !== undefined) return { section, length }
  }
  const section = first(forms, (form) => names().get(form)) ?? endingOf(forms)
  return section === undefined ? null : { section, length: 1 }
}

/** The longest name with which a compound ends. */
function endingOf(forms: readonly string[]): BuiltInSection | undefined {
  for (let length = longestName; length >= SHORTEST_ENDING; length--) {
    const section = first(forms, (form) => (form.length > length ? names().get(form.slice(-length)) : undefined))
    if (section !== undefined) return section
  }
  return undefined
}

/** A word as it is, and without each of the endings that plurals have. */
function formsOf(word: string): string[] {
  const stems = ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length > 1)
  const singular = word.endsWith(Y_ENDING) ? [`${word.slice(0, -Y_ENDING.length)}y`] : []
  return [word, ...singular, ...stems.map((ending) => word.slice(0, -ending.length))]
}

function first<T>(forms: readonly string[], look: (form: string) => T | undefined): T | undefined {
  for (const form of forms) {
    const found = look(form)
    if (found !== undefined) return found
  }
  return undefined
}

/** By folded name, made when it is first asked for. */
function names(): Map<string, BuiltInSection> {
  if (index !== undefined) return index
  index = new Map()
  for (const section of BUILT_IN_SECTIONS) {
    for (const name of GROCERIES[section].split(',')) {
      const key = itemKey(name).replaceAll('-', ' ')
      index.set(key, section)
      longestName = Math.max(longestName, key.length)
    }
  }
  return index
}
