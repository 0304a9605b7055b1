import { useSecondaryText } from '../i18n/secondary'
import { copyText } from '../lib/copy-text'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'

interface CopiedTextProps {
  label: string
  text: string
}

/** A text to be typed elsewhere or copied. */
export function CopiedText({ label, text }: CopiedTextProps) {
  const { phone: texts } = useSecondaryText().home
  const copy = async () => showToast({ text: (await copyText(text)) ? texts.copied : texts.notCopied })
  return (
    <div class="copied-text">
      <dt>{label}</dt>
      <dd>{text}</dd>
      <dd>
        <Button onClick={() => void copy()}>
          {texts.copy}
          <span class="visually-hidden"> {label}</span>
        </Button>
      </dd>
    </div>
  )
}
