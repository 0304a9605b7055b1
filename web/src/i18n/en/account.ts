/** Words of the account area. */
export const account = {
  title: 'Account',
}
