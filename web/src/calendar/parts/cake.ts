import * as lucide from 'lucide'
import { icon } from '../../ui/icon'

/** Marks a birthday. */
export default icon(lucide.Cake)
