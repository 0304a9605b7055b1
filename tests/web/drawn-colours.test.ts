import { expect, test } from 'bun:test'
import { PALETTE } from '../../src/household/palette'
import { setStage } from './support/stage'

const stage = setStage()

/** Far enough apart that two people are not taken for one another, by eyes of every kind (in OKLab). */
const LEAST_DISTANCE = 0.08
/** As these see it who cannot tell red from green, and blue from yellow (Machado et al. 2009, complete). */
const EYES = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
}

type Rgb = [number, number, number]

/** Linear red, green and blue, from 0 to 1. */
const linear = (rgb: Rgb): Rgb =>
  rgb.map((one) => (one <= 10.31 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

/** Of linear light (Ottosson). */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const seenBy = (eyes: number[], rgb: Rgb): Rgb => {
  const [r, g, b] = linear(rgb)
  return [0, 3, 6].map((at) => Math.max(0, eyes[at]! * r + eyes[at + 1]! * g + eyes[at + 2]! * b)) as Rgb
}

const distance = (a: Rgb, b: Rgb) => Math.hypot(...a.map((one, index) => one - b[index]!))

test('every colour has readable text on it, and those that are offered differ, whoever looks', async () => {
  const { page } = await stage.open()
  await page.goto(stage.home.url)
  const own = Array.from({ length: 120 }, (_, index) => `hsl(${index * 3} ${index % 2 === 0 ? 90 : 40}% 45%)`)
  const drawn = await page.evaluate(
    (colors) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      const pixel = (color: string) => {
        canvas.clearRect(0, 0, 1, 1)
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)] as [number, number, number]
      }
      return colors.map((color) => {
        const avatar = document.createElement('span')
        avatar.className = 'avatar person'
        avatar.style.setProperty('--person', color)
        document.body.append(avatar)
        const { backgroundColor, color: text } = getComputedStyle(avatar)
        return { color, behind: pixel(backgroundColor), text: pixel(text) }
      })
    },
    [...PALETTE, ...own, '#777777', '#000000', '#ffffff'],
  )
  const unreadable = drawn.filter(({ behind, text }) => contrast(behind, text) < 4.5)
  expect(unreadable.map(({ color, behind }) => `${color} ${behind}`)).toEqual([])

  const offered = drawn.slice(0, PALETTE.length)
  const alike = Object.entries(EYES).flatMap(([eyes, matrix]) =>
    offered.flatMap((a, index) =>
      offered.slice(index + 1).flatMap((b) => {
        const far = distance(oklab(seenBy(matrix, a.behind)), oklab(seenBy(matrix, b.behind)))
        return far < LEAST_DISTANCE ? [`${eyes}: ${a.color} ${b.color} ${far.toFixed(3)}`] : []
      }),
    ),
  )
  expect(alike).toEqual([])
  // Amber is bright, not brown.
  const amber = offered[PALETTE.indexOf('#9F6B04')]!
  expect(amber.behind[0]).toBeGreaterThan(220)
  expect(amber.behind[1]).toBeGreaterThan(140)
})
