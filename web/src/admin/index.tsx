import { useText } from '../i18n'

/** The admin screen. */
export default function Admin() {
  const { admin } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{admin.title}</h1>
      </header>
    </main>
  )
}
