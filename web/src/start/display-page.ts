const DISPLAY_PATH = '/display'
const isIt = location.pathname === DISPLAY_PATH

/** Whether this page was opened as a display: then nothing of a member's is started on it, as long as it lives. */
export const isDisplayPage = (): boolean => isIt
