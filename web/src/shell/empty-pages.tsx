import { useText } from '../i18n'
import { Empty } from '../ui/empty'
import { House } from '../ui/icons'

/** The page for addresses that lead nowhere. */
export function NotFound() {
  const { notFound } = useText().shell
  return (
    <main id="main" class="page">
      <Empty isPage icon={<House aria-hidden="true" />} title={notFound.title} body={notFound.body}>
        <a class="button primary" href="/">
          {notFound.home}
        </a>
      </Empty>
    </main>
  )
}

/** The very first visit, and no answer. */
export function Unreachable() {
  const { unreachable } = useText().shell
  return (
    <main id="main" class="page">
      <Empty isPage icon={<House aria-hidden="true" />} title={unreachable.title} body={unreachable.body} />
    </main>
  )
}

/** While a screen's code is on its way. */
export const Loading = () => <main class="loading" />
