import { useText } from '../i18n'
import { Empty, EmptyPage } from '../ui/empty'
import { House } from '../ui/icons'

/** A page with nothing but a notice and what leads on from it. */
export const NoticePage = (notice: Omit<Parameters<typeof EmptyPage>[0], 'icon'>) => (
  <EmptyPage icon={<House aria-hidden="true" />} {...notice} />
)

/** The first visit of a device, without an answer. */
export const Unreachable = () => <NoticePage {...useText().shell.unreachable} />

/** The same for a part of a screen. */
export const PartLoading = ({ isAway }: { isAway?: boolean }) =>
  isAway ? <Empty {...useText().shell.unreachable} /> : null

/** While a screen's code is on its way, or does not come. */
export const Loading = ({ isAway }: { isAway?: boolean }) => (isAway ? <Unreachable /> : <main class="loading" />)
