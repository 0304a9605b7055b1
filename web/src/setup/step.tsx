import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSecondaryText } from '../i18n/secondary'
import { Check } from '../ui/icons'

interface StepProps {
  title: string
  /** From 1. */
  position: number
  count: number
  isCurrent: boolean
  isDone: boolean
  /** It lies behind, done or left out; as `isDone` unless given. */
  isPast?: boolean
  /** What came of it, once it lies behind. */
  outcome?: string | undefined
  /** A button to do it again. */
  again?: ComponentChildren
  /** What has to be done, while it is the current step. */
  children: ComponentChildren
}

/** One of several steps: a number, then a tick. */
export function Step({
  title,
  position,
  count,
  isCurrent,
  isDone,
  isPast = isDone,
  outcome,
  again,
  children,
}: StepProps) {
  const { setup } = useSecondaryText()
  const heading = useRef<HTMLHeadingElement>(null)
  const wasCurrent = useRef(isCurrent)
  useEffect(() => {
    // The focus follows to the new step, for keyboards and screen readers.
    if (isCurrent && !wasCurrent.current) heading.current?.focus()
    wasCurrent.current = isCurrent
  }, [isCurrent])
  return (
    <li class={`setup-step ${isCurrent ? 'current' : ''} ${isDone ? 'finished' : ''}`}>
      <span class="setup-mark" aria-hidden="true">
        {isDone ? <Check /> : position}
      </span>
      <div class="setup-step-head">
        <h2 ref={heading} tabIndex={-1} aria-current={isCurrent ? 'step' : undefined}>
          <span class="visually-hidden">{(isDone ? setup.stepDone : setup.step)(position, count)} </span>
          {title}
        </h2>
        {isPast && !isCurrent && <p class="hint">{outcome}</p>}
      </div>
      {isPast && !isCurrent && again}
      {isCurrent && <div class="setup-body">{children}</div>}
    </li>
  )
}
