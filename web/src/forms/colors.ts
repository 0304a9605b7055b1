/** The colours that are offered, those that new members get; all readable on white and on black. */
const COLORS = [
  { name: 'blue', value: '#356DEF' },
  { name: 'teal', value: '#078383' },
  { name: 'violet', value: '#8B56E7' },
  { name: 'green', value: '#22872F' },
  { name: 'amber', value: '#9F6B04' },
  { name: 'rust', value: '#C55220' },
] as const

interface ColorChoice {
  name: (typeof COLORS)[number]['name'] | 'own'
  value: string
}

/** The first colour that nobody has, for somebody new. */
export function unusedColor(used: readonly string[]): string {
  const isUsed = (value: string) => used.some((color) => color.toUpperCase() === value)
  return (COLORS.find(({ value }) => !isUsed(value)) ?? COLORS[used.length % COLORS.length]!).value
}

/** One of them for what nobody has coloured yet; always the same. */
export const colorOfId = (id: number): string => COLORS[id % COLORS.length]!.value

/** What can be chosen; a present colour from elsewhere stays among them. */
export function colorChoices(present: string): ColorChoice[] {
  const isOffered = COLORS.some(({ value }) => value === present.toUpperCase())
  return isOffered ? [...COLORS] : [...COLORS, { name: 'own', value: present }]
}
