import { loadStyle } from '../../ui/lazy'
import { addFunctions } from './functions'
import { addPopovers } from './popovers'

/** Adds what an older browser lacks of what the client uses, before anything of it is drawn. */
export async function helpOlder(): Promise<void> {
  addFunctions()
  addPopovers()
  await loadStyle('older')
}
