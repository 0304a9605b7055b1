import { useEffect, useState } from 'preact/hooks'
import { useReachable } from '../../data/connection'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import { MINUTE } from '../../lib/tz'
import type { DueState } from '../../lists/chores/use-due'
import { CloudOff } from '../../ui/icons'
import { SlimNote } from '../parts/slim-note'

needs(viewsTexts)

interface MissingDueProps extends DueState {
  readAgain: () => void
}

/** Says that what is to be done is missing among the days, from a failure until it is known; asks again by itself. */
export function MissingDue({ isKnown, hasFailed, readAgain }: MissingDueProps) {
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
    <SlimNote icon={<CloudOff aria-hidden="true" />} onAgain={isReachable ? readAgain : null}>
      {texts.notLoaded}
    </SlimNote>
  )
}
