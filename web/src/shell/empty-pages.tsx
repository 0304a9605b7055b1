import { useText } from '../i18n'
import { EmptyPage } from '../ui/empty'
import { House } from '../ui/icons'

interface NoticePageProps {
  title: string
  body: string
  /** The label of the link to the first screen; without it there is none. */
  home?: string
}

/** A page with nothing but a notice and, at most, a link to the first screen. */
export function NoticePage({ title, body, home }: NoticePageProps) {
  return (
    <EmptyPage icon={<House aria-hidden="true" />} title={title} body={body}>
      {home && (
        <a class="button primary" href="/">
          {home}
        </a>
      )}
    </EmptyPage>
  )
}

/** The page for addresses that lead nowhere. */
export const NotFound = () => <NoticePage {...useText().shell.notFound} />

/** The first visit of a device, without an answer. */
export const Unreachable = () => <NoticePage {...useText().shell.unreachable} />

/** While a screen's code is on its way. */
export const Loading = () => <main class="loading" />
