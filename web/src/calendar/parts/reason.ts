import { useUnsavedText } from '../../i18n/unsaved'

/** The words for why a write failed: the client's own where it knows, else the server's sentence. */
export function useReason(): (reason: string | null) => string {
  const { reasons } = useUnsavedText()
  const known: Record<string, string> = reasons
  return (reason) => (reason === null || reason === '' ? reasons.unknown : (known[reason] ?? reason))
}
