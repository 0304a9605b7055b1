import { answersOf } from './http'
import { HTTP_ROWS } from './http-answers'
import { PACKED_ROWS } from './packed-answers'
import { XML_ROWS } from './xml-answers'

/** Every answer that was thought of. */
export const HOSTILE_ANSWERS = answersOf([...XML_ROWS, ...PACKED_ROWS, ...HTTP_ROWS])
