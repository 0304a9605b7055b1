/** Words of the setup area. */
export const setup = {
  title: 'Setup',
}
