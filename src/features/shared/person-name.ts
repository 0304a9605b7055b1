import { checkTrimmed, trimmedText } from '../../platform/http-text'
import { MAX_NAME_LENGTH } from '../../platform/limits'

/** Events say a name in their categories, which have no controls. */
const furtherProblemOf = (text: string) => (/\p{Cc}/u.test(text) ? 'expected no control characters' : null)

/** What somebody is to be called, with its ends trimmed. */
export const personName = (description: string) => trimmedText(MAX_NAME_LENGTH, { description, furtherProblemOf })

/** The same for a name that comes another way. @throws Refusal 400 naming the field and the rule */
export const checkPersonName = (field: string, name: string): string =>
  checkTrimmed(field, name, MAX_NAME_LENGTH, { furtherProblemOf })
