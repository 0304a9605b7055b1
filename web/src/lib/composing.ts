/** The code of a key that an input method takes for itself. */
const TAKEN = 229

/**
 * A key with which a character is composed is the input method's alone: Escape gives up that, and Enter takes it. The event
 * says so by its code: keyboards of phones compose every word, and their return key is `isComposing`, too. It begins with
 * the import.
 */
window.addEventListener(
  'keydown',
  (event) => {
    if (event.keyCode === TAKEN) event.stopImmediatePropagation()
  },
  true,
)
