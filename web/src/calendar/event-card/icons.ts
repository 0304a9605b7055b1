import * as lucide from 'lucide'
import { icon } from '../../ui/icon'

export { Clock } from '../event-dialog/icons'
export { default as Cake } from '../parts/cake'

/** The icons that only the card needs. */
export const CalendarClock = icon(lucide.CalendarClock)
export const Copy = icon(lucide.Copy)
export const ExternalLink = icon(lucide.ExternalLink)
export const NotebookText = icon(lucide.NotebookText)
export const Video = icon(lucide.Video)
