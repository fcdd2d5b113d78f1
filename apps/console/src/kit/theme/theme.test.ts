import { describe, expect, test } from 'vitest'
import { channels, paletteOf } from './palette.ts'
import { themeCss } from './variables.ts'

const of = (list: string) => list.split(' ')

describe('the scales that Arco derives', () => {
  test.each([
    ['#165DFF', 'light', '#E8F3FF #BEDAFF #94BFFF #6AA1FF #4080FF #165DFF #0E42D2 #072CA6 #031A79 #000D4D'],
    ['#165DFF', 'dark', '#000D4D #041B79 #0E32A6 #1D4DD2 #306FFF #3C7EFF #689FFF #93BEFF #BEDAFF #EAF4FF'],
    ['#F53F3F', 'light', '#FFECE8 #FDCDC5 #FBACA3 #F98981 #F76560 #F53F3F #CB272D #A1151E #770813 #4D000A'],
    ['#00B42A', 'light', '#E8FFEA #AFF0B5 #7BE188 #4CD263 #23C343 #00B42A #009A29 #008026 #006622 #004D1C'],
    ['#722ED1', 'dark', '#16004D #27066E #3E138F #5A25B0 #7B3DD1 #8E51DA #A974E3 #C59AED #DFC2F6 #F7EDFF'],
  ] as const)('%s %s', (colour, scheme, list) => {
    expect(paletteOf(colour)[scheme]).toEqual(of(list))
  })

  test('as variables they are channels without `rgb()`', () => {
    expect(channels('#165DFF')).toBe('22,93,255')
  })
})

describe('the style sheet', () => {
  const css = themeCss()

  test('holds the ten steps of the theme colour for both schemes', () => {
    expect(css).toContain('--arcoblue-1: 232,243,255;')
    expect(css).toContain('--arcoblue-10: 0,13,77;')
    expect(css.slice(css.indexOf("[arco-theme='dark']"))).toContain('--arcoblue-6: 60,126,255;')
  })

  test('uses no colour that it does not define', () => {
    const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const defined = new Set([...css.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name))
    expect([...used].filter((name) => !defined.has(name))).toEqual([])
  })

  // Text must reach a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3), on panels and on the grey fill of inputs.
  test.each([
    ['text-3 on a panel', '#616b7a', '#ffffff'],
    ['text-3 on an input', '#616b7a', '#f2f3f5'],
    ['link on a panel', '#165dff', '#ffffff'],
    ['link on a selected entry', '#165dff', '#f2f3f5'],
    ['white on the primary colour', '#ffffff', '#165dff'],
    ['white on the primary colour, dark', '#ffffff', '#265ee8'],
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
