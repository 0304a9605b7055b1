import { memberPreferences } from './member-preferences'
import { queryClient } from './queries'
import { enter } from './session'

/** After a sign-in, with a name that was typed: the screen is the member's, in their language from the first moment on. */
export const signedIn = (username?: string): Promise<void> =>
  enter(username, () => queryClient.prefetchQuery(memberPreferences))
