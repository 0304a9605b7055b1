import { useEffect } from 'preact/hooks'
import { keepDisplayName } from '../data/display-page'
import { ApiError } from '../data/http'
import { useQuery } from '../data/queries'
import { keepZone } from '../data/session'
import { displayTexts } from '../i18n/display'
import { listsTexts } from '../i18n/lists'
import { wallTexts } from '../i18n/wall'
import { Loading, Unreachable } from '../shell/empty-pages'
import { forgetDisplay } from './kept'
import { Pairing } from './pairing'
import { displayQueries } from './queries'
import { DisplayScreen } from './screen'

await Promise.all([displayTexts(), listsTexts(), wallTexts()])

/** A screen of the household's own: it is paired by a code, and never asks who somebody is. */
export default function Display() {
  const { data: screen, error } = useQuery(displayQueries.screen)
  const isUnpaired = error instanceof ApiError && error.status === 401
  const name = screen?.display.name
  const zone = screen?.timezone
  useEffect(() => {
    if (name !== undefined) keepDisplayName(name)
    if (zone !== undefined) keepZone(zone)
  }, [name, zone])
  if (isUnpaired) return <Unpaired />
  if (screen === undefined) return error === null ? <Loading /> : <Unreachable />
  return <DisplayScreen screen={screen} />
}

/** The device was never a display, or is none any more. */
function Unpaired() {
  useEffect(() => void forgetDisplay(), [])
  return <Pairing />
}
