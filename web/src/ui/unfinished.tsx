import { lazy } from './lazy'

/** Loaded when there is something to offer. */
export const UnfinishedOffer = lazy(() => import('./unfinished-offer'))
