/**
 * What is said of a name that another person bears. The web client imports this file by value, since a form may hear of a
 * username as well: it imports nothing itself.
 */
export const NAME_IN_USE = 'This name is in use'
