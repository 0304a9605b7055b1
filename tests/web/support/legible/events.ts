import type { Page } from 'playwright-core'

/** Of a title this many letters can be read, as long as anything else in its box takes room. */
const LEGIBLE = 8

/**
 * Events that cover a day which is not theirs or each other, and titles that are cut although there is room; one line
 * each, with the words of the event.
 */
export async function illegibleEvents(page: Page): Promise<string[]> {
  return page.evaluate((legible) => {
    const found: string[] = []
    const seen = (selector: string, root: ParentNode = document) =>
      [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility({ opacityProperty: true }))
    const wordsOf = (box: Element) => box.textContent?.trim().slice(0, 40) ?? ''
    const isApart = (a: DOMRect, b: DOMRect) =>
      a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1
    const isWithin = (a: DOMRect, b: DOMRect) =>
      a.left >= b.left - 2 && a.right <= b.right + 2 && a.top >= b.top - 2 && a.bottom <= b.bottom + 2

    function monthProblems() {
      const weeks = seen('.month-week, .compact-week')
      for (const week of weeks) {
        const frame = week.getBoundingClientRect()
        const dates = seen('.month-number, .compact-number', week)
        const chips = seen('.month-chip, .month-more', week)
        const places = chips.map((chip) => chip.getBoundingClientRect())
        for (const date of dates) {
          const place = date.getBoundingClientRect()
          if (!isWithin(place, frame)) found.push(`a date outside of its week: ${wordsOf(date)}`)
          chips.forEach((chip, index) => {
            if (!isApart(places[index]!, place)) found.push(`covers the date ${wordsOf(date)}: ${wordsOf(chip)}`)
          })
        }
        chips.forEach((chip, index) => {
          if (!isWithin(places[index]!, frame)) found.push(`outside of its week: ${wordsOf(chip)}`)
          if (places.slice(0, index).some((other) => !isApart(other, places[index]!)))
            found.push(`covers another event: ${wordsOf(chip)}`)
        })
      }
    }

    function hoursProblems() {
      for (const column of seen('.time-column')) {
        const frame = column.getBoundingClientRect()
        const boxes = seen('.event-box', column)
        const places = boxes.map((box) => box.getBoundingClientRect())
        boxes.forEach((box, index) => {
          if (!isWithin(places[index]!, frame)) found.push(`outside of its day: ${wordsOf(box)}`)
          if (places.slice(0, index).some((other) => !isApart(other, places[index]!)))
            found.push(`covers another event: ${wordsOf(box)}`)
        })
      }
      for (const grid of seen('.time-grid')) {
        const head = grid.querySelector('.time-grid-head')!.getBoundingClientRect()
        const hours =
          (grid.getBoundingClientRect().bottom - head.bottom) /
          (grid.querySelector('.time-grid-body')!.clientHeight / 24)
        if (hours < Math.min(3, innerHeight / 450)) found.push(`only ${hours.toFixed(1)} hours are in view`)
      }
    }

    /** How many letters of a title can be read, and whether that is all of them. */
    function legibleLetters(title: HTMLElement): { letters: number; text: string } {
      const node = [...title.childNodes].find(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent!.trim() !== '',
      )
      const text = node?.textContent?.trimEnd() ?? ''
      if (
        node === undefined ||
        (title.scrollWidth <= title.clientWidth + 1 && title.scrollHeight <= title.clientHeight + 2)
      )
        return { letters: text.length, text }
      const frame = title.getBoundingClientRect()
      const style = getComputedStyle(title)
      const dots =
        style.textOverflow === 'ellipsis' && style.whiteSpace === 'nowrap' ? Number.parseFloat(style.fontSize) * 0.8 : 0
      const range = document.createRange()
      let letters = 0
      for (let index = 0; index < text.length; index++) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const { right, bottom } = range.getBoundingClientRect()
        if (right > frame.right - dots + 1 || bottom > frame.bottom + 3) break
        letters++
      }
      return { letters, text }
    }

    function titleProblems() {
      const boxes = seen('.month-chip, .event-box:not(.more), .wall-card, .person-card, .next-up')
      for (const box of boxes) {
        const title = seen('.month-chip-title, b, .wall-card-title', box)[0]
        if (title === undefined) continue
        const { letters, text } = legibleLetters(title)
        if (letters >= Math.min(legible, text.length)) continue
        const frame = box.getBoundingClientRect()
        const place = title.getBoundingClientRect()
        const others = seen(
          '.initials, time, .event-box-when, .event-box-place, .person-card-when, .wall-card-meta',
          box,
        )
          .map((other) => ({ other, place: other.getBoundingClientRect() }))
          .filter(({ place: at }) => at.width > 1 && at.top < frame.bottom - 1 && at.left < frame.right - 1)
        const line = Number.parseFloat(getComputedStyle(title).fontSize) * 1.2
        const lowest = Math.max(place.bottom, ...others.map(({ place: at }) => at.bottom))
        const day = box.closest('.month-day')
        const below =
          day === null
            ? []
            : seen('.month-chip, .month-more', day.parentElement!)
                .map((one) => one.getBoundingClientRect())
                .filter(({ left, right, top }) => left < frame.right && right > frame.left && top >= frame.bottom - 1)
        const isRoomBelow =
          day !== null && below.length === 0 && day.getBoundingClientRect().bottom - frame.bottom > line + 4
        const why =
          others.length > 0
            ? `beside ${others[0]!.other.className || others[0]!.other.tagName}`
            : frame.bottom - lowest > line + 6
              ? 'with height left'
              : isRoomBelow
                ? 'with room below'
                : null
        if (why !== null)
          found.push(`only ${letters} letters ${why} (${Math.round(frame.width)}×${Math.round(frame.height)}): ${text}`)
      }
    }

    monthProblems()
    hoursProblems()
    titleProblems()
    return found
  }, LEGIBLE)
}
