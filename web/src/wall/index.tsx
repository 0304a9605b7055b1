import { useText } from '../i18n'

/** The wall screen. */
export default function Wall() {
  const { wall } = useText()
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{wall.title}</h1>
      </header>
    </main>
  )
}
