/** A row of a list while it is being moved: the others make room for it by transforms, the document stays as it is. */
export class LiftedRow {
  readonly key: string
  readonly count: number
  /** Where it would stand if it were dropped now. */
  at: number
  readonly #rows: HTMLElement[]
  readonly #from: number
  readonly #boxes: { top: number; height: number }[]

  /** @param row a child of `list` that carries `data-key` */
  constructor(
    readonly list: HTMLElement,
    readonly row: HTMLElement,
  ) {
    this.#rows = [...list.children].filter((child) => child instanceof HTMLElement)
    this.#from = this.#rows.indexOf(row)
    this.#boxes = this.#rows.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight }))
    this.key = row.dataset.key ?? ''
    this.count = this.#rows.length
    this.at = this.#from
    row.classList.add('lifted')
    list.classList.add('sorting')
  }

  get hasMoved(): boolean {
    return this.at !== this.#from
  }

  /** Follows a pointer that has moved by `dy`. Returns whether the row would now stand elsewhere than before. */
  drag(dy: number): boolean {
    this.row.style.transform = `translateY(${dy}px)`
    const own = this.#boxes[this.#from]!
    const top = own.top + dy
    const bottom = top + own.height
    const middle = ({ top, height }: { top: number; height: number }) => top + height / 2
    const passedBelow = this.#boxes.filter((box, index) => index > this.#from && bottom > middle(box)).length
    const passedAbove = this.#boxes.filter((box, index) => index < this.#from && top < middle(box)).length
    return this.#moveTo(this.#from + passedBelow - passedAbove)
  }

  /** Moves by whole rows, as arrow keys do. */
  step(by: number): void {
    this.#moveTo(Math.max(0, Math.min(this.count - 1, this.at + by)))
    const own = this.#boxes[this.#from]!
    const target = this.#boxes[this.at]!
    const isBelow = this.at > this.#from
    const dy = isBelow ? target.top + target.height - own.height - own.top : target.top - own.top
    this.row.style.transform = `translateY(${dy}px)`
    this.row.scrollIntoView({ block: 'nearest' })
  }

  /** Puts everything back as the document has it; without motion, since the new order is drawn at the same moment. */
  drop(): void {
    this.list.classList.add('settling')
    this.row.classList.remove('lifted')
    for (const row of this.#rows) row.style.transform = ''
    requestAnimationFrame(() => this.list.classList.remove('sorting', 'settling'))
  }

  #moveTo(at: number): boolean {
    if (at === this.at) return false
    this.at = at
    const { height } = this.#boxes[this.#from]!
    for (const [index, row] of this.#rows.entries()) {
      if (index === this.#from) continue
      const makesRoomAbove = index > this.#from && index <= at
      const makesRoomBelow = index < this.#from && index >= at
      const shift = makesRoomAbove ? -height : makesRoomBelow ? height : 0
      row.style.transform = shift === 0 ? '' : `translateY(${shift}px)`
    }
    return true
  }
}
