/** The sections that every list knows, in the usual order of a shop. */
export const BUILT_IN_SECTIONS = [
  'produce',
  'bakery',
  'dairy',
  'meat',
  'fish',
  'frozen',
  'pantry',
  'breakfast',
  'snacks',
  'drinks',
  'household',
  'care',
  'baby',
  'pets',
  'other',
] as const

export type BuiltInSection = (typeof BUILT_IN_SECTIONS)[number]
