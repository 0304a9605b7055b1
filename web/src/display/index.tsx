import { useEffect, useRef } from 'preact/hooks'
import { keepDisplayName } from '../data/display-page'
import { isStatus } from '../data/http'
import { useQuery } from '../data/queries'
import { keepZone } from '../data/session'
import { displayTexts } from '../i18n/display'
import { listsTexts } from '../i18n/lists'
import { wallTexts } from '../i18n/wall'
import { needs } from '../lib/needs'
import { Loading, Unreachable } from '../shell/empty-pages'
import { forgetDisplay } from './kept'
import { Pairing } from './pairing'
import { displayQueries } from './queries'
import { DisplayScreen } from './screen'

needs(() => Promise.all([displayTexts(), listsTexts(), wallTexts()]))

/** A screen of the household's own: it is paired by a code, and never asks who somebody is. */
export default function Display() {
  const { data: screen, error } = useQuery(displayQueries.screen)
  const unpaired = useRef(false)
  // A question that is asked again has no error meanwhile: whoever types a code goes on.
  unpaired.current = isStatus(error, 401) || (unpaired.current && screen === undefined)
  const name = screen?.display.name
  const zone = screen?.timezone
  useEffect(() => {
    if (name !== undefined) keepDisplayName(name)
    if (zone !== undefined) keepZone(zone)
  }, [name, zone])
  if (unpaired.current) return <Unpaired />
  if (screen === undefined) return error === null ? <Loading /> : <Unreachable />
  return <DisplayScreen screen={screen} />
}

/** The device was never a display, or is none any more. */
function Unpaired() {
  useEffect(() => void forgetDisplay(), [])
  return <Pairing />
}
