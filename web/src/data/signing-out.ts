/** Stands on the device until the service has ended the session: nobody is signed in as long as it stands. */
const MARK = 'signing-out'

export const isSigningOut = (): boolean => localStorage.getItem(MARK) !== null
export const signOutBegins = (): void => localStorage.setItem(MARK, 'yes')

/** The session has ended, or another one has taken its place. */
export const signOutIsOver = (): void => localStorage.removeItem(MARK)
