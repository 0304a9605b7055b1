import type { ComponentChildren } from 'preact'
import { useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'

interface WaysProps {
  onSkip: () => void
  /** The way on. */
  children: ComponentChildren
}

/** The ways out of a step: on, or past it. */
export function Ways({ onSkip, children }: WaysProps) {
  const { welcome: texts } = useSecondaryText()
  return (
    <div class="setup-buttons">
      {children}
      <Button kind="quiet" onClick={onSkip}>
        {texts.skip}
      </Button>
    </div>
  )
}
