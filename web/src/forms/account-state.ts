import type { CalendarAccount } from '../data/types'
import { useSecondaryText } from '../i18n/secondary'
import { useMomentText } from './moment'

/** The state of a calendar account as a title and a hint. */
export function useAccountMessage(): (account: CalendarAccount) => { title: string; hint: string } {
  const { calendar } = useSecondaryText().account
  const momentText = useMomentText()
  return ({ state, since, nextTryAt, waitingWrites }) => {
    const waiting = waitingWrites > 0 ? [calendar.changesWait(waitingWrites)] : []
    const from = since === null ? [] : [calendar.since(momentText(since))]
    switch (state) {
      case 'ok':
        return { title: calendar.connected, hint: calendar.connectedHint }
      case 'waiting':
        return { title: calendar.connected, hint: calendar.firstTime }
      case 'refused':
        return { title: calendar.refused, hint: [...from, ...waiting, calendar.refusedHint].join(' ') }
      case 'failing': {
        const next = nextTryAt === null ? [] : [calendar.nextTry(momentText(nextTryAt))]
        return { title: calendar.unreadable, hint: [...from, ...waiting, ...next].join(' ') }
      }
    }
  }
}
