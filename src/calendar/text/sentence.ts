/** What parts of a sentence can be about. */
export type Field = 'when' | 'end' | 'location' | 'recurrence' | 'reminders' | 'people' | 'calendar' | 'list'

/** A piece of a text that was understood; UTF-16 offsets, `to` exclusive. */
export interface Understood {
  field: Field
  from: number
  to: number
}

/** A run of letters, a run of digits, or any other single character. */
export interface Token {
  text: string
  /** To be compared: see `fold`. */
  key: string
  kind: 'word' | 'number' | 'mark'
  /** UTF-16 offsets in the text. */
  from: number
  to: number
  /** It touches the one before. */
  isGlued: boolean
}

const WEEKDAY = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'
const DAY_PART = '(?:morgen|vormittag|mittag|nachmittag|abend|nacht)'
/** With and without; a w/c is neither. */
const WITH = String.raw`(?<![\p{L}\p{M}\d/])w\/(?:o(?![\p{L}\p{M}])|(?=\s|(?!out)\p{L}{2}))`
/** Montagabend is two words. */
const TOKEN = new RegExp(
  String.raw`${WITH}|${WEEKDAY}(?=${DAY_PART}(?![\p{L}\p{M}]))|[\p{L}\p{M}]+|\d+|[^\s\p{Cc}\p{Cf}]`,
  'giu',
)
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Lower case, umlauts and apostrophes as keyboards without them write them, and w/ and w/o as words. */
const fold = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => LETTERS[letter]!)
    .replace('’', "'")
    .replace(/^w\/(o?)$/, (_, out) => (out === '' ? 'with' : 'without'))

/** Figures and marks as Chinese and Japanese input methods write them (１５：００), one for one: offsets stay. */
const halfWidth = (text: string) =>
  text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** A text in tokens; blanks, control and invisible characters are between them. */
export function tokensOf(text: string): Token[] {
  let end = -1
  return [...halfWidth(text).matchAll(TOKEN)].map(({ 0: piece, index: from }) => {
    const isGlued = from === end
    end = from + piece.length
    const kind = /^\d/.test(piece) ? 'number' : /^[\p{L}\p{M}]/u.test(piece) ? 'word' : 'mark'
    return { text: piece, key: fold(piece), kind, from, to: end, isGlued }
  })
}

/** A sentence of which one part after the other is understood. What was is not looked at again. */
export class Sentence {
  readonly tokens: readonly Token[]
  readonly understood: Understood[] = []
  /** How often days counted from today were looked for. */
  relativeReads = 0
  readonly #isTaken: boolean[]
  readonly #isNoted: boolean[]

  constructor(
    readonly text: string,
    /** What is meant where a word is one of both. */
    readonly language: 'en' | 'de',
  ) {
    this.tokens = tokensOf(text)
    this.#isTaken = this.tokens.map(() => false)
    this.#isNoted = this.tokens.map(() => false)
  }

  get length(): number {
    return this.tokens.length
  }

  /** The token at a place, while nothing has taken it. */
  token(at: number): Token | undefined {
    return this.#isTaken[at] === false ? this.tokens[at] : undefined
  }

  /** Its key; empty where there is none. */
  key(at: number): string {
    return this.token(at)?.key ?? ''
  }

  isTaken(at: number): boolean {
    return this.#isTaken[at] === true
  }

  /** Whether these words stand there, one after the other. */
  reads(at: number, ...keys: readonly string[]): boolean {
    return keys.every((key, index) => this.key(at + index) === key)
  }

  /** A mark or word that touches what stands before it. */
  isGlued(at: number, key: string): boolean {
    return this.key(at) === key && this.tokens[at]!.isGlued
  }

  /** A number of few enough digits to mean something; null for none. */
  number(at: number, mostDigits = 2): number | null {
    const token = this.token(at)
    return token?.kind === 'number' && token.text.length <= mostDigits ? Number(token.text) : null
  }

  /** Takes tokens out of the sentence, and says what they were about. */
  take(field: Field, from: number, to: number): void {
    this.hide(from, to)
    this.note(field, from, to)
  }

  /** Takes tokens out of the sentence, as belonging to what is understood beside them. */
  hide(from: number, to: number): void {
    this.#isTaken.fill(true, from, to)
  }

  /** Says what tokens are about that stay in the sentence. */
  note(field: Field, from: number, to: number): void {
    this.#isNoted.fill(true, from, to)
    const start = this.tokens[from]!.key === ',' ? from + 1 : from
    this.understood.push({ field, from: this.tokens[start]!.from, to: this.tokens[to - 1]!.to })
  }

  /** Whether it is understood, taken or not. */
  isNoted(at: number): boolean {
    return this.#isNoted[at] === true
  }

  /** Gives back what was taken, still understood. */
  giveBack(from: number, to: number): void {
    this.#isTaken.fill(false, from, to)
  }

  /** The first place that a reader understands. */
  find<T>(read: (at: number) => T | null): T | null {
    for (let at = 0; at < this.length; at += 1) {
      if (this.isTaken(at)) continue
      const found = read(at)
      if (found !== null) return found
    }
    return null
  }

  /** Runs of tokens that nothing has taken. */
  pieces(): { from: number; to: number }[] {
    const pieces: { from: number; to: number }[] = []
    for (let at = 0; at < this.length; at += 1) {
      if (this.isTaken(at)) continue
      const last = pieces.at(-1)
      if (last?.to === at) last.to = at + 1
      else pieces.push({ from: at, to: at + 1 })
    }
    return pieces
  }

  /** The text of tokens, with what stands between them. */
  textOf(from: number, to: number): string {
    return to <= from ? '' : this.text.slice(this.tokens[from]!.from, this.tokens[to - 1]!.to)
  }
}
