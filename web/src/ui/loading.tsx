import { useText } from '../i18n'

/** Stands where an answer is coming. */
export function Loading() {
  const { common } = useText()
  return (
    <p class="hint coming" role="status">
      {common.loading}
    </p>
  )
}
