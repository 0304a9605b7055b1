/** Words about forms that were left before they were saved. */
export const unfinished = {
  offer: (what: string) => (what === '' ? 'You have not finished this form.' : `You have not finished “${what}”.`),
  resume: 'Continue',
  discard: 'Discard',
}
