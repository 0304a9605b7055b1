import { MAX_ITEM_LENGTH } from '../../../src/platform/limits'

/** What stands before the items of a list in other applications: bullets, numbers and boxes, with and without a tick. */
const MARKS = /^(?:(?:[-–—*+]|\d{1,3}[.)])(?:\s+|$)|[•◦‣▪▫●○·✓✔☐☑☒□■]\s*|\[[ xX]?\]\s*)+/u
/** As much of a line as one item can hold, up to a blank where there is one. */
const PIECES = new RegExp(`.{1,${MAX_ITEM_LENGTH}}(?=\\s|$)|.{1,${MAX_ITEM_LENGTH}}`, 'gu')

/** The items that a text of several lines holds, without what marks them as a list; a line that is too long makes several. */
export function itemsOfLines(text: string): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => line.trim().replace(MARKS, '').match(PIECES) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
