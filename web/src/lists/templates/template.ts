import type { DrawingName } from '../drawings'
import type { Kind } from '../kind-choice'

/** A list to begin with. */
export interface Template {
  name: string
  kind: Kind
  icon: DrawingName
  /** In their order; of a shopping list under the section of the shop. */
  items: Partial<Record<'' | 'produce' | 'bakery' | 'dairy' | 'pantry' | 'breakfast' | 'household', readonly string[]>>
}

export const itemsOf = ({ items }: Template): { text: string; section: string | null }[] =>
  Object.entries(items).flatMap(([section, texts]) => texts.map((text) => ({ text, section: section || null })))
