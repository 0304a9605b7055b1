import { t } from 'elysia'

/** `false` is the same as none. */
export const HouseholdQuery = t.Object({
  household: t.Optional(
    t.String({
      pattern: '^(true|false)$',
      error: 'expected true or false',
      description: 'true: with what others have opened, without calendars that the caller has hidden',
    }),
  ),
})

/** Whether a query asks for what the caller sees of the household. */
export const isOfHousehold = ({ household }: typeof HouseholdQuery.static) => household === 'true'
