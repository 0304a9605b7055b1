import type { ComponentChildren, ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { copyText } from '../lib/copy-text'
import { Button } from '../ui/button'

interface CopyButtonProps {
  text: string
  words: { copied: string; notCopied: string }
  kind?: ComponentProps<typeof Button>['kind']
  children: ComponentChildren
}

/** Copies a text, and says beside itself whether it did: below a dialog a toast is dimmed, and not read aloud. */
export function CopyButton({ text, words, kind = 'plain', children }: CopyButtonProps) {
  const [said, say] = useState('')
  const copy = async () => say((await copyText(text)) ? words.copied : words.notCopied)
  return (
    <>
      <span class="hint" role="status">
        {said}
      </span>
      <Button kind={kind} onClick={() => void copy()}>
        {children}
      </Button>
    </>
  )
}
