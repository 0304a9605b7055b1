import { useText } from '../i18n'

/** The setup screen. */
export default function Setup() {
  const { setup } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{setup.title}</h1>
      </header>
    </main>
  )
}
