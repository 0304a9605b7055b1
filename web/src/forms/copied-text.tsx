import { useSecondaryText } from '../i18n/secondary'
import { CopyButton } from './copy-button'

interface CopiedTextProps {
  label: string
  text: string
}

/** A text to be typed elsewhere or copied. */
export function CopiedText({ label, text }: CopiedTextProps) {
  const { phone: texts } = useSecondaryText().home
  return (
    <div class="copied-text">
      <dt>{label}</dt>
      <dd>{text}</dd>
      <dd>
        <CopyButton text={text} words={texts}>
          {texts.copy}
          <span class="visually-hidden"> {label}</span>
        </CopyButton>
      </dd>
    </div>
  )
}
