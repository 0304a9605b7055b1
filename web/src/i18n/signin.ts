import type { signin } from './en/signin'
import { partTexts } from './part'

/** The texts of the sign-in screen, and why a sign-in at the account provider did not happen. */
export type SigninDictionary = typeof signin

export const { ready: signinTexts, use: useSigninText } = partTexts<SigninDictionary>({
  en: async () => (await import('./en/signin')).signin,
  de: async () => (await import('./de/signin')).signin,
})
