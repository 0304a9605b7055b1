import { t } from 'elysia'
import { PALETTE } from '../../household/palette'
import { id, instant, orNull } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../platform/limits'
import { personName } from '../shared/person-name'
import { rememberFields } from '../shared/remember-fields'
import { color, displayName } from '../shared/schemas'

/** Of any length: one that is too long is not good, like every other. */
const token = t.String({ minLength: 1, description: 'What stands behind the # of the link' })

export const NewInvitationBody = t.Object({
  displayName: t.Optional(personName('Whom it is for; ends trimmed')),
})

export const OpenBody = t.Object({ token })

export const AcceptBody = t.Object({
  token,
  displayName: personName("Ends trimmed; nobody else's, in any case"),
  color: trimmedText(7, {
    description: `One of ${PALETTE.join(', ')}`,
    furtherProblemOf: (text) => (paletteColor(text) === null ? 'expected a colour of the palette' : null),
  }),
  username: trimmedText(MAX_USERNAME_LENGTH, { description: 'Ends trimmed; upper and lower case are the same' }),
  password: limitedText(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
  ...rememberFields,
})

/** A colour of the palette as it is written there; null: it is none. */
export function paletteColor(text: string): string | null {
  return PALETTE.find((each) => each === text.trim().toUpperCase()) ?? null
}

const INVITATION = t.Object({
  id,
  displayName,
  createdAt: instant,
  expiresAt: instant,
  usedAt: orNull(instant),
})
export const INVITATIONS = t.Object({ invitations: t.Array(INVITATION) })

export const NEW_INVITATION = t.Object({
  id,
  token: t.String({ description: 'Told here alone' }),
  url: t.String({ description: 'The link to hand on; a path where the public address is not known' }),
  expiresAt: instant,
})

export const OPENED_INVITATION = t.Object({
  displayName,
  colors: t.Array(color, { description: 'To choose from; those that nobody bears come first' }),
  expiresAt: instant,
})

export type Invitation = typeof INVITATION.static
export type NewInvitation = typeof NEW_INVITATION.static
export type OpenedInvitation = typeof OPENED_INVITATION.static
export type Acceptance = typeof AcceptBody.static
