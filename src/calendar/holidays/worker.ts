import { holidaysCalendar } from './index'

declare const self: Worker

/** What `holidaysCalendarApart` asks its thread for. */
export type Asked = Parameters<typeof holidaysCalendar>

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  self.postMessage(holidaysCalendar(...data))
})
