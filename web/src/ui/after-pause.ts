import { useEffect, useState } from 'preact/hooks'

const PAUSE_MS = 500

/** A text that changes with every letter, once somebody pauses: for a live region, which would tell each. */
export function useAfterPause(text: string): string {
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => say(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return said
}
