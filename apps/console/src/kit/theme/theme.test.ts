import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { channels, paletteOf } from './palette.ts'
import { neutralSeries, seriesColors } from './series.ts'
import { scales } from './theme.ts'
import { themeCss } from './variables.ts'

const of = (list: string) => list.split(' ')
const root = join(import.meta.dirname, '../..')

/** The console's own files: their paths and texts. */
const sources = () =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)

describe('the scales that Arco derives', () => {
  test.each([
    ['#165DFF', 'light', '#E8F3FF #BEDAFF #94BFFF #6AA1FF #4080FF #165DFF #0E42D2 #072CA6 #031A79 #000D4D'],
    ['#165DFF', 'dark', '#000D4D #041B79 #0E32A6 #1D4DD2 #306FFF #3C7EFF #689FFF #93BEFF #BEDAFF #EAF4FF'],
    ['#F53F3F', 'light', '#FFECE8 #FDCDC5 #FBACA3 #F98981 #F76560 #F53F3F #CB272D #A1151E #770813 #4D000A'],
    ['#00B42A', 'light', '#E8FFEA #AFF0B5 #7BE188 #4CD263 #23C343 #00B42A #009A29 #008026 #006622 #004D1C'],
    ['#722ED1', 'dark', '#16004D #27066E #3E138F #5A25B0 #7B3DD1 #8E51DA #A974E3 #C59AED #DFC2F6 #F7EDFF'],
  ] as const)('%s %s', (color, scheme, list) => {
    expect(paletteOf(color)[scheme]).toEqual(of(list))
  })

  test('as variables they are channels without `rgb()`', () => {
    expect(channels('#165DFF')).toBe('22,93,255')
  })
})

describe('the style sheet', () => {
  const css = themeCss()

  test('holds the ten steps of the theme color for both schemes', () => {
    expect(css).toContain('--arcoblue-1: 232,243,255;')
    expect(css).toContain('--arcoblue-10: 0,13,77;')
    expect(css.slice(css.indexOf("[arco-theme='dark']"))).toContain('--arcoblue-6: 60,126,255;')
  })

  test('uses no color that it does not define', () => {
    const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const defined = new Set([...css.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name))
    expect([...used].filter((name) => !defined.has(name))).toEqual([])
  })

  // Text must reach a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3), on panels and on the gray fill of inputs.
  test.each([
    ['text-3 on a panel', '#616b7a', '#ffffff'],
    ['text-3 on an input', '#616b7a', '#f2f3f5'],
    ['link on a panel', '#165dff', '#ffffff'],
    ['link on a selected entry', '#165dff', '#f2f3f5'],
    ['white on the primary color', '#ffffff', '#165dff'],
    ['white on the primary color, dark', '#ffffff', '#265ee8'],
    ['link on a panel, dark', '#689fff', '#232324'],
    ['danger on a panel', '#cb272d', '#ffffff'],
    ['danger on its tint', '#cb272d', '#ffece8'],
  ])('%s can be read', (_, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex)
    .split(',')
    .map((channel) => Number(channel) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('every variable that a style sheet reads is set somewhere', () => {
  const all = sources()
  const styles = all.filter(([name]) => name.endsWith('.css'))
  const found = (text: string, part: RegExp) => [...text.matchAll(part)].map(([, name]) => name)
  const set = new Set([
    ...found(themeCss(), /(--[\w-]+):/g),
    ...styles.flatMap(([, text]) => found(text, /(--[\w-]+):/g)),
    // Those that a component sets, by their names as texts.
    ...all.flatMap(([, text]) => found(text, /['"`](--[\w-]+)['"`]/g)),
  ])
  expect(styles.length).toBeGreaterThan(50)
  // What has a value for the case that it is not set need not be set, and Mantine's components set some of its variables.
  const unset = styles.flatMap(([name, text]) =>
    found(text, /var\((--(?!mantine-)[\w-]+)\)/g)
      .filter((variable) => !set.has(variable))
      .map((variable) => `${name} reads ${variable}`),
  )
  expect(unset).toEqual([])
})

test('series of a chart are told apart by readers who do not see all colors, on the background of both schemes', () => {
  for (const [scheme, background] of [
    ['light', '#FFFFFF'],
    ['dark', '#232324'],
  ] as const) {
    const all = [scales.arcoblue[scheme][5] as string, ...seriesColors[scheme], neutralSeries]
    for (const [at, one] of all.entries()) {
      expect(contrast(one, background), `${one} on ${background}`).toBeGreaterThanOrEqual(3)
      for (const other of all.slice(0, at))
        expect(leastDifference(one, other), `${one} and ${other}`).toBeGreaterThan(9)
    }
  }
})

/** How much two colors differ, in hundredths of Oklab's lightness, for the reader who tells them apart worst. */
const leastDifference = (one: string, other: string) =>
  Math.min(
    ...sights.map((sight) => {
      const [a, b] = [one, other].map((hex) => oklab(seen(linear(hex), sight)))
      return 100 * Math.hypot(...(a ?? []).map((part, index) => part - (b?.[index] ?? 0)))
    }),
  )

/** What readers see of a color: all of it, without red, without green, without blue (Machado, Oliveira and Fernandes, 2009). */
const sights = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
]
const times = (matrix: readonly number[], [a = 0, b = 0, c = 0]: readonly number[]) =>
  [0, 3, 6].map((at) => (matrix[at] ?? 0) * a + (matrix[at + 1] ?? 0) * b + (matrix[at + 2] ?? 0) * c)
const seen = (color: readonly number[], sight: readonly number[]) =>
  times(sight, color).map((part) => Math.min(Math.max(part, 0), 1))
const linear = (hex: string) =>
  channels(hex)
    .split(',')
    .map((channel) => Number(channel) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
const oklab = (color: readonly number[]) =>
  times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371,
      0.7827717662, -0.808675766,
    ],
    times(
      [
        0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619,
        0.2817188376, 0.6299787005,
      ],
      color,
    ).map(Math.cbrt),
  )
