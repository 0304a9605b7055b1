import type { lists } from '../../i18n/en/lists'

type Names = typeof lists.sections

/** A section as it is written above its items. */
export const sectionName = (names: Names, section: string): string =>
  Object.hasOwn(names, section) ? names[section as keyof Names] : section
