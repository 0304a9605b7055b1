import { useText } from '../i18n'

/** Stands where an answer is coming; what follows a first one on a page of settings is drawn with it. */
export function Loading({ isFirst = false }: { isFirst?: boolean }) {
  const { common } = useText()
  return (
    <p class={isFirst ? 'hint coming first' : 'hint coming'} role="status">
      {common.loading}
    </p>
  )
}
