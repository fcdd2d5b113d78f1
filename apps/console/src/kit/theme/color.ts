import { channels, paletteOf } from './palette.ts'
import type { Scheme } from './scheme.ts'

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const readable = 4.5
/** The surface behind text in the theme color with the lowest contrast, for each scheme. */
const ground = { light: '#F2F3F5', dark: '#313132' } as const

/** Applies a theme color in the current scheme; its ten steps are set as `--arcoblue-1…10`. */
export function showThemeColor(hex: string, scheme: Scheme): void {
  for (const [name, value] of Object.entries(variablesOf(hex, scheme))) {
    document.body.style.setProperty(name, value)
  }
}

/**
 * The variables of a theme color. Its lightness decides the color of text on it, and which step is used for text
 * (docs/specification/frame.md).
 */
export function variablesOf(hex: string, scheme: Scheme): Record<string, string> {
  const steps = paletteOf(hex)[scheme]
  const step = (number: number) => steps[number - 1] as string
  const isDark = scheme === 'dark'
  const fill = isDark ? mix(step(4), step(5)) : step(6)
  const on = contrast('#FFFFFF', fill) >= readable ? '#FFFFFF' : '#000000'
  const hovers = isDark ? [mix(fill, step(5)), mix(fill, step(4))] : [step(7), step(5)]
  const hover = hovers.find((each) => contrast(on, each) >= readable) ?? fill
  const text = steps.slice(isDark ? 6 : 5).find((each) => contrast(each, ground[scheme]) >= readable)
  const onTint = text && !isDark && contrast(text, step(1)) < readable ? step(10) : text
  return {
    ...Object.fromEntries(steps.map((each, index) => [`--arcoblue-${index + 1}`, channels(each)])),
    '--color-primary-fill': fill,
    '--color-primary-fill-hover': hover,
    '--color-on-primary': on,
    '--color-primary-text': text ?? step(10),
    '--mantine-color-arcoblue-light-color': onTint ?? step(10),
  }
}

const toRgb = (hex: string) => channels(hex).split(',').map(Number) as [number, number, number]

function mix(one: string, other: string): string {
  const [a, b] = [toRgb(one), toRgb(other)]
  return `#${a
    .map((value, index) =>
      Math.round((value + (b[index] ?? 0)) / 2)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = toRgb(hex)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
