/** Where what belongs nowhere else stands, and what has no section. */
export const REST = 'other'

/** What the order of sections is made of. */
interface OrderOf {
  /** As somebody has put them, for everyone; these never move by themselves. */
  byHand: readonly string[]
  /** As this device has seen them walked through. */
  learned: readonly string[]
  /** As most shops have them. */
  usual: readonly string[]
}

/** The sections in the order of the shop; what none of the orders names stands by its letters before what belongs nowhere. */
export function arranged(sections: readonly string[], { byHand, learned, usual }: OrderOf): string[] {
  const known = new Set([...usual, ...learned, ...byHand])
  const own = sections.filter((section) => !known.has(section)).toSorted()
  const all = [...usual.filter((section) => section !== REST), ...own, REST]
  return filledUp(byHand, filledUp(learned, all)).filter((section) => sections.includes(section))
}

/** An order that names all: what is not placed comes right behind what stands before it in the other order. */
export function filledUp(placed: readonly string[], others: readonly string[]): string[] {
  const order = [...new Set(placed)]
  for (const [index, section] of others.entries()) {
    if (!order.includes(section)) order.splice(order.indexOf(others[index - 1] ?? '') + 1, 0, section)
  }
  return order
}
