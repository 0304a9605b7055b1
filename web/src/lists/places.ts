/** Where something stands in the document, in pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The places of things in a row, one of which is being moved. */
export interface Places {
  /** They move up and down alone. */
  isLine: boolean
  /** The place over which it is, once the one of `from` has moved so far. */
  over(from: number, dx: number, dy: number): number
  /** How far the one of `index` moves when the one of `from` stands `at` another place. */
  shift(index: number, from: number, at: number): { x: number; y: number }
}

/** Places below each other, or side by side in several columns. */
export const placesOf = (boxes: readonly Box[]): Places =>
  boxes.some(({ top }, index) => isBeside(top, boxes[index - 1])) ? grid(boxes) : line(boxes)

const isBeside = (top: number, before: Box | undefined) => before !== undefined && top < before.top + before.height / 2

/** One below the other, of whatever height: the others make room by its height. */
function line(boxes: readonly Box[]): Places {
  const middle = ({ top, height }: Box) => top + height / 2
  return {
    isLine: true,
    over(from, _dx, dy) {
      const own = boxes[from]!
      const top = own.top + dy
      const bottom = top + own.height
      const passedBelow = boxes.filter((box, index) => index > from && bottom > middle(box)).length
      const passedAbove = boxes.filter((box, index) => index < from && top < middle(box)).length
      return from + passedBelow - passedAbove
    },
    shift(index, from, at) {
      const { top, height } = boxes[from]!
      if (index === from) {
        const target = boxes[at]!
        return { x: 0, y: at > from ? target.top + target.height - height - top : target.top - top }
      }
      const makesRoomAbove = index > from && index <= at
      const makesRoomBelow = index < from && index >= at
      return { x: 0, y: makesRoomAbove ? -height : makesRoomBelow ? height : 0 }
    },
  }
}

/** In columns: the nearest place counts, and the others go on to the next. */
function grid(boxes: readonly Box[]): Places {
  return {
    isLine: false,
    over(from, dx, dy) {
      const { left, top } = boxes[from]!
      const distances = boxes.map((box) => Math.hypot(box.left - left - dx, box.top - top - dy))
      return distances.indexOf(Math.min(...distances))
    },
    shift(index, from, at) {
      const goesBack = index > from && index <= at
      const goesOn = index < from && index >= at
      const target = boxes[index === from ? at : goesBack ? index - 1 : goesOn ? index + 1 : index]!
      return { x: target.left - boxes[index]!.left, y: target.top - boxes[index]!.top }
    },
  }
}
