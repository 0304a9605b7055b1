import type { Page } from 'playwright-core'
import { de as firstDe } from '../../../../web/src/i18n/de'
import { eventForm as eventFormDe } from '../../../../web/src/i18n/de/event-form'
import { install as installDe } from '../../../../web/src/i18n/de/install'
import { listVerbs as listVerbsDe } from '../../../../web/src/i18n/de/list-verbs'
import { lists as listsDe } from '../../../../web/src/i18n/de/lists'
import { outward as outwardDe } from '../../../../web/src/i18n/de/outward'
import { secondary as secondaryDe } from '../../../../web/src/i18n/de/secondary'
import { shortcuts as shortcutsDe } from '../../../../web/src/i18n/de/shortcuts'
import { signin as signinDe } from '../../../../web/src/i18n/de/signin'
import { unsaved as unsavedDe } from '../../../../web/src/i18n/de/unsaved'
import { wall as wallDe } from '../../../../web/src/i18n/de/wall'
import { en as firstEn } from '../../../../web/src/i18n/en'
import { eventForm as eventFormEn } from '../../../../web/src/i18n/en/event-form'
import { install as installEn } from '../../../../web/src/i18n/en/install'
import { listVerbs as listVerbsEn } from '../../../../web/src/i18n/en/list-verbs'
import { lists as listsEn } from '../../../../web/src/i18n/en/lists'
import { outward as outwardEn } from '../../../../web/src/i18n/en/outward'
import { secondary as secondaryEn } from '../../../../web/src/i18n/en/secondary'
import { shortcuts as shortcutsEn } from '../../../../web/src/i18n/en/shortcuts'
import { signin as signinEn } from '../../../../web/src/i18n/en/signin'
import { unsaved as unsavedEn } from '../../../../web/src/i18n/en/unsaved'
import { wall as wallEn } from '../../../../web/src/i18n/en/wall'
import type { Size } from '../browser'

const en = {
  ...firstEn,
  ...secondaryEn,
  eventForm: eventFormEn,
  install: installEn,
  lists: listsEn,
  listVerbs: listVerbsEn,
  outward: outwardEn,
  shortcuts: shortcutsEn,
  signin: signinEn,
  unsaved: unsavedEn,
  wall: wallEn,
}
const de = {
  ...firstDe,
  ...secondaryDe,
  eventForm: eventFormDe,
  install: installDe,
  lists: listsDe,
  listVerbs: listVerbsDe,
  outward: outwardDe,
  shortcuts: shortcutsDe,
  signin: signinDe,
  unsaved: unsavedDe,
  wall: wallDe,
}

/** Every text of the client, in one language. */
export type Texts = typeof en

export const TEXTS: Record<'en' | 'de', Texts> = { en, de }

/** Whoever looks: Ada runs the household and has everything, Dora is new and has nothing yet. */
export type Visitor = 'ada' | 'dora' | 'nobody'

/** A screen or a dialog, and the way to it, in whatever language. */
export interface Place {
  name: string
  /** Ada's unless it says otherwise. */
  as?: Visitor
  path: string
  /** Where it is there at all; a phone comes first, and last the one that is looked at most closely. */
  sizes?: readonly [Size, ...Size[]]
  /** What lies below a dialog has been looked at without it. */
  isDialog?: boolean
  /** On every size: a menu lies where it was opened, and what can be undone goes by itself. */
  isOpenedAnew?: boolean
  userAgent?: string
  /** Answers that the service would give under circumstances that are not the household's. */
  prepare?(page: Page): Promise<unknown>
  /** The steps from the page at `path`; over when everything is drawn that is to be looked at. */
  open(page: Page, texts: Texts): Promise<unknown>
}

/** A tablet on its side shows what a laptop shows; the calendar is drawn on twelve more screens in `layout.test.ts`. */
export const EVERY_SIZE: readonly [Size, ...Size[]] = ['phone', 'laptop']
/** With a tablet held upright: where there is no room for a panel beside the calendar. */
export const ANYWHERE: readonly [Size, ...Size[]] = ['phone', 'portrait', 'laptop']
/** Where there is no room for a panel beside the calendar. */
export const NARROW: readonly [Size, ...Size[]] = ['phone', 'portrait']

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const seeDialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()
export const seeHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
