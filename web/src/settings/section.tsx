import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface SectionProps {
  title: string
  hint?: string
  /** A button beside the title. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A titled card of a settings page. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId()
  return (
    <section class="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  )
}

interface SettingRowProps {
  title: ComponentChildren
  hint?: ComponentChildren
  /** What can be done about it. */
  children?: ComponentChildren
}

/** A line of a section: what is the case, and beside it what can be done about it. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  return (
    <div class="setting-row">
      <div class="setting-words">
        <p>{title}</p>
        {hint && <p class="hint">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
