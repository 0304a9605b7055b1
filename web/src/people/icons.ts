import * as lucide from 'lucide'
import { icon } from '../ui/icon'

export { Pencil, Trash2 } from '../ui/icons'

export const Cake = icon(lucide.Cake)
