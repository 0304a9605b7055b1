import { unsavedText, unsavedTexts } from '../i18n/unsaved'
import { needs } from '../lib/needs'
import { navigate } from '../router'
import { showToast } from '../ui/toast'

needs(unsavedTexts)

/** Says that something could not be saved, and leads to where it is named. */
export function tellNotSaved(text: string): void {
  showToast({ text, action: { label: unsavedText().look, run: () => navigate('/unsaved') } })
}
