import { NoticePage } from './empty-pages'

interface NoticeWithWayHomeProps {
  title: string
  body: string
  /** What leads to the calendar. */
  home: string
}

/** A notice on a page of its own, and the way to the calendar. */
export const NoticeWithWayHome = ({ title, body, home }: NoticeWithWayHomeProps) => (
  <NoticePage title={title} body={body}>
    <a class="button primary" href="/">
      {home}
    </a>
  </NoticePage>
)
