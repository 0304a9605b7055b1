import { isMemberColor } from '../../household/palette'
import { limitedText } from '../../platform/http-text'

const RULE = "#RRGGBB, not close to the shared calendar's"

/** The colour that somebody chooses for a member or a person. */
export const memberColor = limitedText(7, 7, {
  description: RULE,
  error: `expected ${RULE}`,
  furtherProblemOf: (text) => (isMemberColor(text) ? null : `expected ${RULE}`),
})
