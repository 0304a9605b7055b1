/** Under which name the device's database keeps the language of notifications; the service worker reads it. */
export const MESSAGE_LANGUAGE = 'message-language'
