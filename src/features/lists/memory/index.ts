/** What a household adds to its lists, as the verbs of lists tell and ask it. */
export { countAhead } from './counting'
export { noteRemoval } from './removal'
export { rememberSection, sectionsRemembered } from './sections'
