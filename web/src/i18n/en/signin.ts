/** Words of the sign-in screen. */
export const signin = {
  title: 'Welcome home',
  username: 'Name',
  password: 'Password',
  submit: 'Sign in',
  withProvider: 'Sign in with your account provider',
  or: 'or',
  enterBoth: 'Please enter your name and your password.',
  wrong: 'That name and password do not belong together. Please try again.',
  throttled: (wait: string) => `That was a few tries too many. Please wait ${wait}.`,
  locked: (wait: string) =>
    `This account is locked for ${wait}, to keep strangers out. Somebody who runs the household can unlock it.`,
  unreachable: 'Corkboard does not answer right now. Please try again in a moment.',
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  linkConflict: 'That sign-in already belongs to somebody else in this household, so it was not linked.',
  denied: 'Signing in was cancelled at your account provider.',
  linkExpired: 'That took a little long. Please start linking your account again.',
  notConfigured: 'No account provider is set up for this household.',
  providerDown: 'Your account provider does not answer right now. Please try again in a moment.',
  providerFailed: 'Signing in with your account provider did not work. Please try again.',
  signedOut: 'You have been signed out. Your unsent changes are kept until you sign in again.',
}
