import { useText } from '../i18n'
import { Empty, EmptyPage } from '../ui/empty'
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

/** The same for a part of a screen. */
export const PartLoading = ({ isAway }: { isAway?: boolean }) =>
  isAway ? <Empty {...useText().shell.unreachable} /> : null

/** While a screen's code is on its way, or does not come. */
export const Loading = ({ isAway }: { isAway?: boolean }) => (isAway ? <Unreachable /> : <main class="loading" />)
