import { type Places, placesOf } from './places'

/** A row of a list while it is being moved: the others make room for it by transforms, the document stays as it is. */
export class LiftedRow {
  readonly key: string
  readonly count: number
  /** Where it would stand if it were dropped now. */
  at: number
  readonly #rows: readonly HTMLElement[]
  readonly #from: number
  readonly #places: Places
  readonly #first: number

  /**
   * @param row one of `rows` that carries `data-key`
   * @param rows what makes room for each other, in order
   * @param first the first place at which it can be dropped
   */
  constructor(
    readonly list: HTMLElement,
    readonly row: HTMLElement,
    rows: readonly HTMLElement[],
    first = 0,
  ) {
    this.#rows = rows
    this.#first = first
    // What sticks to an edge while the page scrolls stands in its place now.
    list.classList.add('sorting')
    this.#from = this.#rows.indexOf(row)
    this.#places = placesOf(
      this.#rows.map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => ({
        left: offsetLeft,
        top: offsetTop,
        width: offsetWidth,
        height: offsetHeight,
      })),
    )
    this.key = row.dataset.key ?? ''
    this.count = this.#rows.length
    this.at = this.#from
    row.classList.add('lifted')
  }

  get hasMoved(): boolean {
    return this.at !== this.#from
  }

  /** Follows a pointer that has moved so far. Returns whether the row would now stand elsewhere than before. */
  drag(dx: number, dy: number): boolean {
    this.row.style.transform = `translate(${this.#places.isLine ? 0 : dx}px, ${dy}px)`
    return this.#moveTo(this.#places.over(this.#from, dx, dy))
  }

  /** Moves by whole rows, as arrow keys do. */
  step(by: number): void {
    this.#moveTo(Math.min(this.count - 1, this.at + by))
    this.#shift(this.row, this.#from)
    this.row.scrollIntoView({ block: 'nearest' })
  }

  /** Its place among the rows as they are by now: behind the last of those that it was put behind and that are still there. */
  placeAmong(now: readonly HTMLElement[]): number {
    const isOther = (row: HTMLElement) => row !== this.row
    const above = this.#rows.filter(isOther).slice(0, this.at)
    const last = above.findLast(({ isConnected }) => isConnected)
    return Math.max(this.#first, last === undefined ? 0 : now.filter(isOther).indexOf(last) + 1)
  }

  /** Puts everything back as the document has it; without motion, since the new order is drawn at the same moment. */
  drop(): void {
    this.list.classList.add('settling')
    this.row.classList.remove('lifted')
    for (const row of this.#rows) row.style.transform = ''
    requestAnimationFrame(() => this.list.classList.remove('sorting', 'settling'))
  }

  #moveTo(wanted: number): boolean {
    const at = Math.max(this.#first, wanted)
    if (at === this.at) return false
    this.at = at
    for (const [index, row] of this.#rows.entries()) if (index !== this.#from) this.#shift(row, index)
    return true
  }

  #shift(row: HTMLElement, index: number): void {
    const { x, y } = this.#places.shift(index, this.#from, this.at)
    row.style.transform = x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px)`
  }
}
