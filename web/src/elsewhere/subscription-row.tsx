import { useState } from 'preact/hooks'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import type { Subscription } from '../forms/subscriptions'
import { useText } from '../i18n'
import { useElsewhereText } from '../i18n/elsewhere'
import { useSecondaryText } from '../i18n/secondary'
import { Pencil, RefreshCw, Trash2, TriangleAlert } from '../ui/icons'
import { Menu } from '../ui/menu'
import { showToast } from '../ui/toast'
import { readAgain } from './read-again'
import { removeSoon } from './remove'
import { useStateWords } from './state-words'
import { SubscriptionDialog } from './subscription-dialog'

/** A subscription: its colour, name and host, how old it is, and what can be done. */
export function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { common } = useText()
  const { account } = useSecondaryText()
  const { subscriptions: texts } = useElsewhereText()
  const wordsOf = useStateWords()
  const [isEditing, setEditing] = useState(false)
  const { error, submit } = useSubmit({ 404: texts.gone })
  const { displayName, color, url, visibility, state } = subscription

  const read = async () => {
    if (await submit(() => readAgain(subscription))) showToast({ text: texts.readAgain })
  }
  const { age, problem } = wordsOf(subscription)
  const words = [hostOf(url), account.visibility.seen[visibility], age].filter((one) => one !== '')
  return (
    <li class="subscription-row">
      <span class="subscription-dot" style={{ background: color }} />
      <div class="subscription-words">
        <p>
          <strong>{displayName}</strong>
        </p>
        <p class="hint">{words.join(' · ')}</p>
        {state === 'failing' && (
          <p class="subscription-problem">
            <TriangleAlert aria-hidden="true" />
            {problem}
          </p>
        )}
        <FormError>{error}</FormError>
      </div>
      <Menu
        label={texts.actionsFor(displayName)}
        actions={[
          { label: common.edit, icon: <Pencil aria-hidden="true" />, run: () => setEditing(true) },
          { label: texts.readNow, icon: <RefreshCw aria-hidden="true" />, run: () => void read() },
          {
            label: texts.remove,
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            run: () => removeSoon(subscription),
          },
        ]}
      />
      {isEditing && <SubscriptionDialog subscription={subscription} onClose={() => setEditing(false)} />}
    </li>
  )
}

const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).host : '')
