/** Words of the help that lists the keys. */
export const shortcuts = {
  title: 'Keyboard',
  /** Of keys that do not say themselves what they do. */
  known: {
    c: 'Go to the calendar',
    l: 'Go to the lists',
    '?': 'Show this help',
    t: 'Go to today',
    m: 'Month view',
    w: 'Week view',
    d: 'Day view',
    a: 'Agenda',
  } as Record<string, string>,
  undo: 'Undo',
  escape: 'Close',
  keys: { Control: 'Ctrl', PageUp: 'Page up', PageDown: 'Page down', ArrowLeft: '←', ArrowRight: '→' } as Record<
    string,
    string
  >,
}
