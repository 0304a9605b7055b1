import { itemsOfLines } from '../lines'
import type { Reader } from './reading'

/** Whoever writes so many amounts writes down ingredients. */
const AMOUNTS_OF_A_RECIPE = 2
const MAX_WORDS_OF_A_THING = 3

const EMPHASIS = /^([*_]{1,3})(.+)\1(:?)$/
const ENDING = /[,;]$/
/** A heading that says so itself, in any list. */
const HEADING = /:$|^#{1,6}\s/
const INGREDIENTS = /^(?:zutaten|ingredients)(?:\s*list[e]?)?(?:[\s(,–-]+(?:für|for|serves|makes|ergibt)\s.*)?$/i
/** What only a recipe says. */
const PART = /^(?:für (?:den|die|das|ein|eine)|for (?:the|a))\s/i
const PEOPLE =
  /^(?:(?:für|for|serves|makes|ergibt|yields?)\s+(?:ca\.?\s|etwa\s|about\s)?)?\d+(?:\s*[-–]\s*\d+)?(?:\s*(?:portion(?:en|s)?|personen|servings?|people|persons))?$/i
const TIME = /^(?:[\p{L}-]*zeit|[\p{L} ]*\btime)\s*:/iu
const METHOD = /^(?:zubereitung|anleitung|so geht.?s|method|directions|instructions|preparation|steps):?$/i

const COMMA_OR_AND = /\s*,\s*(?:(?:und|and)\s+)?|\s+(?:und|and|&)\s+/i

/**
 * The lines of a text that are to be bought: in a recipe the ingredients, without headings and without what is to be done
 * with them. "Salt, pepper" are two things; "onions, chopped" are one. Where nothing would be left, all lines.
 */
export function linesToBuy(text: string, reader: Reader | null): string[] {
  const lines = itemsOfLines(text).map((line) => line.replace(EMPHASIS, '$2$3').replace(ENDING, '').trim())
  if (reader === null) return lines
  const hasAmount = (line: string) => reader.readItemLine(line).amount !== null
  const isRecipe =
    lines.some((line) => INGREDIENTS.test(line.replace(/:$/, ''))) ||
    lines.filter(hasAmount).length >= AMOUNTS_OF_A_RECIPE
  const end = isRecipe ? lines.findIndex((line) => METHOD.test(line)) : -1
  const isHeading = (line: string) =>
    HEADING.test(line) ||
    INGREDIENTS.test(line) ||
    (isRecipe && (PEOPLE.test(line) || TIME.test(line) || (PART.test(line) && !hasAmount(line))))
  const things = (end > 0 ? lines.slice(0, end) : lines)
    .filter((line) => !isHeading(line))
    .flatMap((line) => (hasAmount(line) ? line : apart(line, reader)))
  return things.length > 0 ? things : lines
}

/** Things that everybody knows, one after the other in a line. */
function apart(line: string, { builtInSection }: Reader): string[] {
  const isThing = (part: string) => part.split(' ').length <= MAX_WORDS_OF_A_THING && builtInSection(part) !== null
  const parts = line.split(line.includes(',') ? COMMA_OR_AND : / (?:und|and|&) /i).filter((part) => part !== '')
  return parts.length > 1 && parts.every(isThing) ? parts : [line]
}
