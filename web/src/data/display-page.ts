import { keepOnDevice } from '../lib/keep-on-device'
import { deviceOwner } from './owner'

const DISPLAY_PATH = '/display'
const NAME = 'display-name'

/** What this device is or was called as a display, null when it never was one. */
export const displayName = (): string | null => localStorage.getItem(NAME)
export const keepDisplayName = (name: string): void => keepOnDevice(NAME, name)
export const forgetDisplayName = (): void => localStorage.removeItem(NAME)

/** An installed client opens the first page: on a display, which is no member's device, that is the display's. */
const isHomeOfDisplay = () => location.pathname === '/' && displayName() !== null && deviceOwner() === null

const isIt = location.pathname === DISPLAY_PATH || isHomeOfDisplay()

/** Whether this page was opened as a display: then nothing of a member's is started on it, as long as it lives. */
export const isDisplayPage = (): boolean => isIt
