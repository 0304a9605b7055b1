import { pickerTexts } from '../i18n/pickers'
import { needs } from '../lib/needs'
import { loadStyle } from './lazy'

needs(() => Promise.all([pickerTexts(), loadStyle('pickers')]))

/** What the fields for dates and times need once they are used. */
export { DatePicker } from './date-picker'
export { NotUnderstood } from './not-understood'
export { TimeList } from './time-list'
