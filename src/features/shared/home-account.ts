import { t } from 'elysia'
import type { SignIn } from '../../calendar/home/own-account'
import type { HomeSettings } from '../../platform/config'
import { trimmedText } from '../../platform/http-text'
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CALENDAR_NAME_LENGTH, MAX_SERVER_URL_LENGTH } from '../../platform/limits'
import { calendarUrl } from './schemas'

/** The field of every body that makes an account on the household's own calendar server. */
export const newCalendarName = t.Optional(
  trimmedText(MAX_CALENDAR_NAME_LENGTH, { description: "Ends trimmed; as the member's name when absent" }),
)

export const homeUsername = t.String({ maxLength: MAX_ACCOUNT_NAME_LENGTH, description: 'Made from the own name' })
export const homeServerUrl = t.String({ maxLength: MAX_SERVER_URL_LENGTH, description: 'Where phones find the server' })

/** What a program needs to sign in at the household's own calendar server. */
export const SIGN_IN = t.Object({
  username: homeUsername,
  serverUrl: homeServerUrl,
  appPassword: t.String({ description: 'For all programs; stands in this answer alone' }),
})
export const OPENED_ACCOUNT = t.Object({ ...SIGN_IN.properties, calendarUrl })

export type HomeSignIn = typeof SIGN_IN.static
export type OpenedAccount = typeof OPENED_ACCOUNT.static

export const presentSignIn = ({ publicUrl }: HomeSettings, { username, appPassword }: SignIn): HomeSignIn => ({
  username,
  serverUrl: publicUrl,
  appPassword,
})

export const presentOpened = (
  home: HomeSettings,
  { calendarUrl, ...signIn }: SignIn & { calendarUrl: string },
): OpenedAccount => ({ ...presentSignIn(home, signIn), calendarUrl })
