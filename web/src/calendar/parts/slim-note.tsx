import type { ComponentChildren } from 'preact'
import { useText } from '../../i18n'
import { Button } from '../../ui/button'

interface SlimNoteProps {
  icon: ComponentChildren
  /** Asks again for what is missing; null where that does not help. */
  onAgain: (() => void) | null
  children: ComponentChildren
}

/** One line above the days of what is missing among them. */
export function SlimNote({ icon, onAgain, children }: SlimNoteProps) {
  const { common } = useText()
  return (
    <div class="area-note slim" role="status">
      {icon}
      <p>{children}</p>
      {onAgain && <Button onClick={onAgain}>{common.tryAgain}</Button>}
    </div>
  )
}
