import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { useSession } from '../data/session'
import { useText } from '../i18n'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { signinTexts } from '../i18n/signin'
import { needs } from '../lib/needs'
import { Brand } from '../shell/brand'
import { Button } from '../ui/button'
import { Loading } from '../ui/loading'
import type { OpenedInvitation } from './api'
import * as api from './api'
import { Gone } from './gone'
import { JoinForm } from './join-form'
import { SomebodyIsHere } from './somebody-is-here'
import { useToken } from './token'

needs(() => Promise.all([secondaryTexts(), signinTexts()]))

/** What came of opening the link: what it offers, or why it offers nothing. */
type Opened = OpenedInvitation | 'gone' | 'unreachable' | null

/** Where the link of an invitation leads to: who was invited makes themselves a member. */
export default function Invitation() {
  const { common } = useText()
  const { invitation: texts } = useSecondaryText()
  const token = useToken()
  const session = useSession()
  const [opened, setOpened] = useState<Opened>(null)
  const [isJoined, setJoined] = useState(false)

  const latest = useRef(token)
  latest.current = token
  const open = async () => {
    setOpened(token === null ? 'gone' : null)
    if (token === null) return
    const found = await openedBy(token)
    // Another link may have been pasted meanwhile.
    if (latest.current === token) setOpened(found)
  }
  useEffect(() => void open(), [token])
  useEffect(() => {
    document.title = `${texts.title} · ${common.appName}`
  }, [texts, common])

  return (
    <main id="main" class="setup">
      <header>
        <Brand />
        <p>{common.appName}</p>
        <h1>{opened === 'gone' ? texts.goneTitle : texts.title}</h1>
      </header>
      {content()}
    </main>
  )

  function content() {
    if (opened === 'gone') return <Gone />
    if (opened === 'unreachable') {
      return (
        <div class="setup-end">
          <p class="notice bad" role="alert">
            {texts.unreachable}
          </p>
          <Button onClick={() => void open()}>{common.tryAgain}</Button>
        </div>
      )
    }
    if (isJoined || token === null || opened === null || (session.state === 'unknown' && !session.failed)) {
      return <Loading />
    }
    if (session.state === 'in') return <SomebodyIsHere member={session.member} />
    return (
      <JoinForm
        key={token}
        token={token}
        invitation={opened}
        onAccepted={() => setJoined(true)}
        onGone={() => setOpened('gone')}
      />
    )
  }
}

async function openedBy(token: string): Promise<Opened> {
  try {
    return await api.open(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.isTransient ? 'unreachable' : 'gone'
  }
}
