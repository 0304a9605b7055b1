import { useEffect, useState } from 'preact/hooks'
import { useReachable } from '../../data/connection'
import { useText } from '../../i18n'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import { MINUTE } from '../../lib/tz'
import { Button } from '../../ui/button'
import { CloudOff } from '../../ui/icons'
import type { DueByDay } from './due-items'

needs(viewsTexts)

interface MissingDueProps extends Pick<DueByDay, 'isKnown' | 'hasFailed'> {
  readAgain: () => void
}

/** Says that what is to be done is missing among the days, from a failure until it is known; asks again by itself. */
export function MissingDue({ isKnown, hasFailed, readAgain }: MissingDueProps) {
  const { common } = useText()
  const texts = useViewsText().due
  const isReachable = useReachable()
  const [isMissing, setMissing] = useState(false)
  if (hasFailed && !isMissing) setMissing(true)
  if (isKnown && isMissing) setMissing(false)
  useEffect(() => {
    if (!isMissing) return
    const timer = setInterval(readAgain, MINUTE)
    return () => clearInterval(timer)
  }, [isMissing])
  if (!isMissing) return null
  return (
    <div class="area-note slim" role="status">
      <CloudOff aria-hidden="true" />
      <p>{texts.notLoaded}</p>
      {isReachable && <Button onClick={readAgain}>{common.tryAgain}</Button>}
    </div>
  )
}
