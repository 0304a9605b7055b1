/** Words of the admin area. */
export const admin = {
  title: 'Admin',
}
