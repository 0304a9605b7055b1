import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../ui/button'
import { Plus } from '../ui/icons'
import { Section } from './section'

interface AddingSectionProps {
  texts: { title: string; hint: string; add: string }
  /** The dialog in which something is added. */
  dialog: (close: () => void) => ComponentChildren
  children: ComponentChildren
}

/** A section with a list that grows: a button beside its title opens the dialog. */
export function AddingSection({ texts, dialog, children }: AddingSectionProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={texts.title}
      hint={texts.hint}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      }
    >
      {children}
      {isAdding && dialog(() => setAdding(false))}
    </Section>
  )
}
