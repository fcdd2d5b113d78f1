/** Ten steps of a color, lightest first in light and darkest first in dark; the sixth is the color itself. */
export interface Palette {
  light: readonly string[]
  dark: readonly string[]
}

interface Hsv {
  h: number
  s: number
  v: number
}
const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** The scales that Arco derives from a color (docs/specification/frame.md). */
export function paletteOf(hex: string): Palette {
  const base = toHsv(hex)
  const light = steps.map((step) => (step === 6 ? hex.toUpperCase() : toHex(lightStep(base, step))))
  const dark = steps.map((step) =>
    toHex({ ...toHsv(light[10 - step] as string), s: darkSaturation(base, step) }),
  )
  return { light, dark }
}

/** `#165DFF` → `22,93,255` */
export const channels = (hex: string): string => toRgb(hex).join(',')

function lightStep({ h, s, v }: Hsv, step: number): Hsv {
  const isCool = h >= 60 && h <= 240
  if (step < 6) {
    const k = 6 - step
    return {
      h: turn(isCool ? h - 2 * k : h + 2 * k),
      s: s <= 9 ? s : s - ((s - 9) / 5) * k,
      v: v + ((100 - v) / 5) * k,
    }
  }
  const k = step - 6
  return {
    h: turn(isCool ? h + 2 * k : h - 2 * k),
    s: s + ((100 - s) / 4) * k,
    v: v <= 30 ? v : v - ((v - 30) / 4) * k,
  }
}

function darkSaturation({ h, s }: Hsv, step: number): number {
  const base = h >= 50 && h < 191 ? s - 20 : s - 15
  if (step === 6) return base
  if (step > 6) return base - (step - 6) * Math.ceil((base - 9) / 4)
  return Math.min(100, base + (6 - step) * Math.ceil((100 - base) / 5))
}

const turn = (hue: number) => Math.round((hue + 360) % 360)

function toRgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHsv(hex: string): Hsv {
  const [r, g, b] = toRgb(hex).map((channel) => channel / 255) as [number, number, number]
  const max = Math.max(r, g, b)
  const range = max - Math.min(r, g, b)
  const sixth =
    range === 0 ? 0 : max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range
  return { h: (sixth * 60 + 360) % 360, s: max === 0 ? 0 : (range / max) * 100, v: max * 100 }
}

function toHex({ h, s, v }: Hsv): string {
  const channel = (n: number) => {
    const k = (n + h / 60) % 6
    const part = v / 100 - (v / 100) * (s / 100) * Math.max(0, Math.min(k, 4 - k, 1))
    return Math.round(part * 255)
  }
  return `#${[channel(5), channel(3), channel(1)].map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
