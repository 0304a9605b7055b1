import { useListsText } from '../../i18n/lists'
import { X } from '../../ui/icons'

/** The amount that was read in a line, before it counts; it can be left as the words that it is. */
export function AmountRead({ amount, onDecline }: { amount: string; onDecline: () => void }) {
  const { line } = useListsText()
  return (
    <button
      type="button"
      class="amount-read"
      aria-label={`${amount}. ${line.asTyped}`}
      title={line.asTyped}
      onClick={onDecline}
    >
      {amount}
      <X aria-hidden="true" />
    </button>
  )
}
