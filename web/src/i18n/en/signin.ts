/** Words of the sign-in screen. */
export const signin = {
  title: 'Welcome home',
  username: 'Name',
  password: 'Password',
  submit: 'Sign in',
  stay: 'Stay signed in on this device',
  lastHere: (name: string) => `${name} was signed in here last.`,
  withProvider: 'Sign in with your account provider',
  or: 'or',
  setUp: 'Is this household new? Set it up',
  enterBoth: 'Please enter your name and your password.',
  wrong: 'That name and password do not belong together. Please try again.',
  notKept: 'This browser has not kept that you are signed in. Allow cookies for this site, and open it with https.',
  throttled: (wait: string) => `That was a few tries too many. Please wait ${wait}.`,
  locked: (wait: string) =>
    `This account is locked for ${wait}, to keep strangers out. Somebody who runs the household can unlock it.`,
  unreachable: 'Corkboard does not answer right now. Please try again in a moment.',
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  signedOut: 'You have been signed out.',
  unsent: (count: number) =>
    count === 1
      ? '1 change was not sent yet. It is kept on this device until whoever made it signs in again.'
      : `${count} changes were not sent yet. They are kept on this device until whoever made them signs in again.`,
  /** Why a sign-in at the account provider, or a link to it, did not happen; by what the server says. */
  refusals: {
    'oidc-denied': 'Signing in was cancelled at your account provider.',
    'oidc-failed': 'Signing in with your account provider did not work. Please try again.',
    'oidc-link-conflict': 'That sign-in already belongs to somebody else in this household, so it was not linked.',
    'oidc-link-expired': 'That took a little long. Please start linking your account again.',
    'oidc-not-configured': 'No account provider is set up for this household.',
    'oidc-state': 'This sign-in was begun in another window or too long ago. Please begin it again here.',
    'oidc-unavailable': 'Your account provider does not answer right now. Please try again in a moment.',
  },
}
