import { useEffect, useState } from 'preact/hooks'

/** True once something has been so for a while. */
export function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    setLasted(false)
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isSo && hasLasted
}
