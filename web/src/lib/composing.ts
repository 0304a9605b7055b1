/**
 * What composes a character is the input method's alone: Escape gives up that, and Enter takes it. It begins with the
 * import.
 */
window.addEventListener(
  'keydown',
  (event) => {
    // Safari says of the last one only by its code that it was composing.
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  },
  true,
)
