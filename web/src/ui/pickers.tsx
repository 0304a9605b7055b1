import { pickerTexts } from '../i18n/pickers'
import { loadStyle } from './lazy'

await Promise.all([pickerTexts(), loadStyle('pickers')])

/** What the fields for dates and times need once they are used. */
export { DatePicker } from './date-picker'
export { NotUnderstood } from './not-understood'
export { TimeList } from './time-list'
