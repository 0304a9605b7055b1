/** How something is written on a shopping list that nothing is ever removed from. */
const LINES: readonly ((amount: number) => string)[] = [
  (amount) => `${amount} l milk`,
  (amount) => `Milk ${amount} l`,
  (amount) => `${amount}00 ml MILK`,
  (amount) => `${amount} x eggs`,
  () => 'Eggs',
  (amount) => `Flour ${amount}00 g`,
  (amount) => `${amount} kg flour`,
  () => 'flour',
]

export const randomLine = (random: (below: number) => number): string => LINES[random(LINES.length)]!(1 + random(9))
