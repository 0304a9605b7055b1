import { trimmedText } from '../../platform/http-text'
import { MAX_NAME_LENGTH } from '../../platform/limits'

/** What somebody is to be called, with its ends trimmed. Events say it in their categories, which have no controls. */
export const personName = (description: string) =>
  trimmedText(MAX_NAME_LENGTH, {
    description,
    furtherProblemOf: (text) => (/\p{Cc}/u.test(text) ? 'expected no control characters' : null),
  })
