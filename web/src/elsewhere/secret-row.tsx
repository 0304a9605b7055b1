import { FormError } from '../forms/form-dialog'
import { useMomentText } from '../forms/moment'
import { useSubmit } from '../forms/submit'
import { useOutwardText } from '../i18n/outward'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { showToast } from '../ui/toast'

interface SecretRowProps {
  name: string
  /** What it is good for. */
  words: readonly string[]
  lastUsedAt: string | null
  texts: { remove: string; removeTitle: (name: string) => string; removeBody: string; removed: string }
  onRemove: () => Promise<unknown>
}

/** A secret that was given out: what it is for, when it was used, and how it ends. */
export function SecretRow({ name, words, lastUsedAt, texts, onRemove }: SecretRowProps) {
  const outward = useOutwardText()
  const momentText = useMomentText()
  const { isBusy, error, submit } = useSubmit({ 404: outward.gone })
  const used = lastUsedAt === null ? outward.neverUsed : outward.lastUsed(momentText(lastUsedAt))
  const remove = async () => {
    const question = { title: texts.removeTitle(name), body: texts.removeBody, action: texts.remove, danger: true }
    if (!(await confirm(question))) return
    if (await submit(onRemove)) showToast({ text: texts.removed })
  }
  return (
    <li class="secret-row">
      <div class="secret-words">
        <p>
          <strong>{name}</strong>
        </p>
        <p class="hint">{[...words, used].join(' · ')}</p>
        <FormError>{error}</FormError>
      </div>
      <Button kind="quiet" busy={isBusy} onClick={() => void remove()}>
        {texts.remove}
        <span class="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}
