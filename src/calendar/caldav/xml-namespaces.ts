import { XmlError } from './xml-error'

const MAX_NAME_LENGTH = 512

/** Which namespaces an element's prefixes stand for: those it declares itself, and those it inherits. */
export class Namespaces {
  /** Interned qualified names: one string for all elements of a name. */
  readonly #names = new Map<string, string>()

  constructor(
    private readonly declared: ReadonlyMap<string, string>,
    private readonly inherited: Namespaces | null,
  ) {}

  /** The scope of a document: only `xml` is bound. */
  static ofDocument(): Namespaces {
    return new Namespaces(new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), null)
  }

  /** `d:href` → `{DAV:}href`. @throws XmlError for a prefix that was not declared, and for a name of absurd length */
  qualify(tag: string): string {
    const known = this.#names.get(tag)
    if (known !== undefined) return known
    const colon = tag.indexOf(':')
    const prefix = colon < 0 ? '' : tag.slice(0, colon)
    const namespace = this.#lookUp(prefix)
    if (namespace === undefined && prefix !== '') throw new XmlError('a prefix stands for nothing')
    const name = `{${namespace ?? ''}}${tag.slice(colon + 1)}`
    if (name.length > MAX_NAME_LENGTH) throw new XmlError('a name is too long')
    this.#names.set(tag, name)
    return name
  }

  #lookUp(prefix: string): string | undefined {
    for (let scope: Namespaces | null = this; scope !== null; scope = scope.inherited) {
      const namespace = scope.declared.get(prefix)
      if (namespace !== undefined) return namespace
    }
    return undefined
  }
}
