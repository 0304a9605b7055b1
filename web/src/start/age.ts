/** Whether nothing here would look as it should: Chrome before 105, Safari before 15.4, Firefox before 125. */
export const isTooOld = (): boolean => !CSS.supports('selector(:has(a))') || !('Segmenter' in Intl)

/** Whether something is missing that `older/` adds: Chrome before 120, Safari before 18. */
export const isOlder = (): boolean =>
  !('canParse' in URL && 'groupBy' in Map && CSS.supports('content-visibility', 'hidden'))
