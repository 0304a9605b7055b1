/** Shared by elements without children: an answer holds many. */
const NO_CHILDREN: readonly XmlElement[] = []
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {}

export class XmlElement {
  /**
   * The element's own text, references resolved, well-formed once the element is read; otherwise as sent: nothing trimmed,
   * nothing taken for a number.
   */
  text = ''
  #children: XmlElement[] | null = null

  constructor(
    /** Namespace and local name: `{DAV:}href`. */
    readonly name: string,
    readonly attributes = NO_ATTRIBUTES,
  ) {}

  get children(): readonly XmlElement[] {
    return this.#children ?? NO_CHILDREN
  }

  append(child: XmlElement): void {
    if (this.#children === null) this.#children = [child]
    else this.#children.push(child)
  }
}
