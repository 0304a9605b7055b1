import type { install } from './en/install'
import { partTexts } from './part'

/** The texts that offer to install the client, and a newer version of it. */
export const {
  ready: installTexts,
  use: useInstallText,
  text: installText,
} = partTexts<typeof install>({
  en: async () => (await import('./en/install')).install,
  de: async () => (await import('./de/install')).install,
})
