/** Words of the help that lists the keys. */
export const shortcuts = {
  title: 'Keyboard',
  help: 'Show this help',
  calendar: 'Go to the calendar',
  lists: 'Go to the lists',
  escape: 'Close',
  keys: { PageUp: 'Page up', PageDown: 'Page down', ArrowLeft: '←', ArrowRight: '→' } as Record<string, string>,
}
