import { type Sentence, tokensOf } from './sentence'

export interface Named {
  name: string
}

/** Something by its name, at a place of a sentence. */
export interface NameMatch<T> {
  thing: T
  from: number
  to: number
}

type Keys = readonly string[]

/** Things by the words they are called. */
export class NameIndex<T extends Named> {
  readonly #byFirst: Map<string, { thing: T; keys: Keys }[]>

  /** `formsOf`: what else a thing may be called, from the words of its name. */
  constructor(things: readonly T[], formsOf: (keys: Keys) => Keys[] = (keys) => [keys]) {
    const forms = things.flatMap((thing) => {
      const keys = keysOf(thing)
      return keys.length === 0 ? [] : formsOf(keys).map((form) => ({ thing, keys: form }))
    })
    const said = forms.filter(({ keys }) => keys.length > 0 && keys.every((key) => key !== ''))
    this.#byFirst = Map.groupBy(
      said.sort((one, other) => other.keys.length - one.keys.length),
      ({ keys }) => keys[0]!,
    )
  }

  /** The longest name that stands at a place. */
  at(sentence: Sentence, at: number): NameMatch<T> | null {
    const found = this.#byFirst.get(sentence.key(at))?.find(({ keys }) => sentence.reads(at, ...keys))
    return found === undefined ? null : { thing: found.thing, from: at, to: at + found.keys.length }
  }
}

export const keysOf = ({ name }: Named): string[] => tokensOf(name).map(({ key }) => key)
