import { listTexts } from './features/lists/announced-texts'
import type { AllTopicTexts } from './platform/announcements/topic-texts'

/** The topics whose announcements carry what people have written. */
export const topicTexts: AllTopicTexts = { list: listTexts }
