import * as lucide from 'lucide'
import { icon } from '../../ui/icon'

/** What the first screen has no use for. */
export const Clock = icon(lucide.Clock)
