import { session } from './api'
import type { ApiError } from './http'
import { memberPreferences } from './member-preferences'
import { queryClient } from './queries'
import { enter } from './session'

/** Signs in with an account; whether it is one. @throws ApiError where that is not known */
export const canSignIn = (account: Parameters<typeof session.signIn>[0]): Promise<boolean> =>
  session.signIn(account).then(
    () => true,
    (error: ApiError) => {
      if (error.isTransient) throw error
      return false
    },
  )

/** After a sign-in, with a name that was typed: the screen is the member's, in their language from the first moment on. */
export const signedIn = (username?: string): Promise<void> =>
  enter(username, () => queryClient.prefetchQuery(memberPreferences))
