import { lazy } from './lazy'

/** Seldom needed: loaded when there is something to offer. */
export const UnfinishedOffer = lazy(() => import('./unfinished-offer'))
