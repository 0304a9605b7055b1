/** Words of the help that lists the keys. */
export const shortcuts = {
  title: 'Keyboard',
  everywhere: { c: 'Go to the calendar', l: 'Go to the lists', '?': 'Show this help' } as Record<string, string>,
  escape: 'Close',
  keys: { PageUp: 'Page up', PageDown: 'Page down', ArrowLeft: '←', ArrowRight: '→' } as Record<string, string>,
}
