import { useText } from '../i18n'

/** The signin screen. */
export default function SignIn() {
  const { signin } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{signin.title}</h1>
      </header>
    </main>
  )
}
