import { useText } from '../i18n'

/** The lists screen. */
export default function Lists() {
  const { lists } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{lists.title}</h1>
      </header>
    </main>
  )
}
