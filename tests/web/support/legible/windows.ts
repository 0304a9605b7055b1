/** A window in which the client is looked at, in CSS pixels. */
export interface Window {
  /** The screen, and how far it is magnified. */
  name: string
  width: number
  height: number
  /** What the browser takes for 16 pixels of text. */
  text: number
}

type Screen = readonly [width: number, height: number]

const NORMAL_TEXT = 16
const ZOOMS = [1, 2] as const

/** Phones and tablets. */
const TOUCHED: readonly Screen[] = [
  [320, 568],
  [360, 740],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1080, 1920],
]
const POINTED_AT: readonly Screen[] = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
]

/** The small ones after the large ones: between those that are drawn alike a turn costs little. */
const magnified = (screens: readonly Screen[]): Window[] =>
  ZOOMS.flatMap((zoom) =>
    screens.map(([width, height]) => ({
      name: `${width}×${height} at ${100 * zoom} %`,
      width: width / zoom,
      height: height / zoom,
      text: NORMAL_TEXT,
    })),
  )

const withLargeText = (screens: readonly Screen[]): Window[] =>
  screens.map(([width, height]) => ({
    name: `${width}×${height} with text of 200 %`,
    width,
    height,
    text: 2 * NORMAL_TEXT,
  }))

/** By what they are touched with: that is decided when a page is opened. */
export const WINDOWS = { finger: magnified(TOUCHED), mouse: magnified(POINTED_AT) }
export const LARGE_TEXT = {
  finger: withLargeText([
    [390, 844],
    [1024, 768],
  ]),
  mouse: withLargeText([
    [1366, 768],
    [1440, 900],
  ]),
}

/** Narrower than this nothing has to be pressed with ease or read at length (WCAG 2.1, 1.4.10). */
export const NARROWEST = 320
