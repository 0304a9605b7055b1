const NONE: readonly string[] = []

/** The categories of an event by their column, JSON; null: it has none. */
export const categoriesFrom = (stored: string | null): readonly string[] =>
  stored === null ? NONE : (JSON.parse(stored) as string[])
