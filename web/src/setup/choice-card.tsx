interface ChoiceCardProps {
  /** Of the question. */
  name: string
  label: string
  hint: string
  checked: boolean
  onPick: () => void
}

/** One answer of a question, with what it means. */
export function ChoiceCard({ name, label, hint, checked, onPick }: ChoiceCardProps) {
  return (
    <label class="choice-card">
      <input type="radio" name={name} checked={checked} onChange={onPick} />
      <span>
        <strong>{label}</strong>
        <small>{hint}</small>
      </span>
    </label>
  )
}
