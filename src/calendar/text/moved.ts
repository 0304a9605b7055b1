import type { Sentence } from './sentence'
import { set } from './words'

const MOVED = set('moved postponed rescheduled verschoben verlegt')

/** Whether a sentence is about what was moved: to Tuesday, and then it is no more on Monday. Wherever the word stands. */
export const isMoved = (sentence: Sentence) => sentence.tokens.some(({ key }) => MOVED.has(key))
