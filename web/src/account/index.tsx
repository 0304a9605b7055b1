import { useText } from '../i18n'

/** The account screen. */
export default function Account() {
  const { account } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{account.title}</h1>
      </header>
    </main>
  )
}
