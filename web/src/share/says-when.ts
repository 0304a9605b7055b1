const MONTHS = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sept?', 'oct', 'nov', 'dec', 'okt', 'dez'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'januar', 'februar', 'märz', 'mai', 'juni', 'juli', 'oktober', 'dezember'],
].join('|')
const DAY = '(?:[0-2]?\\d|3[01])'

/** Times, dates and days as English and German write them. */
const WHENS: readonly RegExp[] = [
  /(?:^|[^\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])/,
  /\b\d{1,2}(?:[.:][0-5]\d)? ?(?:am|pm|uhr|o.clock)\b/i,
  /\b\d{4}-\d\d-\d\d\b/,
  /\b(?:[0-2]?\d|3[01])\.(?:0?\d|1[0-2])\.(?!\d{1,2}\b(?!\d))/,
  new RegExp(`\\b${DAY}(?:\\.|st|nd|rd|th)? ?(?:${MONTHS})(?![\\p{L}])`, 'iu'),
  new RegExp(`\\b(?:${MONTHS})\\.? ${DAY}\\b`, 'iu'),
  /(?:^|[^\p{L}])(?:today|tonight|tomorrow|heute|übermorgen|morgen (?:früh|vormittag|mittag|nachmittag|abend|um))\b/iu,
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)s?\b/i,
]
const MAX_LINES = 2

/** Whether a text tells when, in a line or two: then it is about an event rather than a list. */
export const saysWhen = (title: string, notes: string): boolean =>
  notes.split('\n').length <= MAX_LINES && WHENS.some((when) => when.test(`${title}\n${notes}`))
