import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { channels } from './palette.ts'
import { seriesColors } from './series.ts'
import { scales, theme } from './theme.ts'

type Scheme = 'light' | 'dark'
type Variables = Record<string, string>

/**
 * The style sheet with every variable of the look, generated when the console is built: the content security policy allows no
 * style element, so Mantine must not create its own. All variables are set on the body, as is a theme color that is chosen
 * later.
 */
export function themeCss(): string {
  const mantine = defaultCssVariablesResolver(
    mergeMantineTheme({ ...DEFAULT_THEME, colors: {} as never }, theme),
  )
  const shared = without(mantine.variables, scaled)
  return [
    block('body', { ...shared, ...stepsOfMantine() }),
    block('body', { ...mantine.light, ...own('light') }),
    block("body[arco-theme='dark']", { ...mantine.dark, ...own('dark') }),
  ].join('\n')
}

const block = (selector: string, variables: Variables) =>
  `${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}`

const names = Object.keys(scales) as (keyof typeof scales)[]
const scaled = new RegExp(`^--mantine-color-(${names.join('|')})-\\d$`)
const without = (variables: Variables, name: RegExp): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([key]) => !name.test(key)))

/** Mantine's steps 0–9 are Arco's 1–10, so that they follow the scheme and the theme color. */
const stepsOfMantine = (): Variables =>
  Object.fromEntries(
    names.flatMap((name) =>
      scales[name].light.map((_, index) => [
        `--mantine-color-${name}-${index}`,
        `rgb(var(--${name}-${index + 1}))`,
      ]),
    ),
  )

const rgb = (name: string, step: number) => `rgb(var(--${name}-${step}))`
const tint = (name: string, step: number, percent: number) => `rgb(var(--${name}-${step}), ${percent / 100})`

function own(scheme: Scheme): Variables {
  const isDark = scheme === 'dark'
  const steps = names.flatMap((name) =>
    scales[name][scheme].map((hex, index) => [`--${name}-${index + 1}`, channels(hex)]),
  )
  return {
    ...(Object.fromEntries(steps) as Variables),
    ...surfaces[scheme],
    '--color-series-1': rgb('arcoblue', 6),
    ...Object.fromEntries(seriesColors[scheme].map((hex, index) => [`--color-series-${index + 2}`, hex])),
    // White text on the sixth step is not readable in dark mode, so fills use a color between the fourth and the fifth there.
    '--color-primary-fill': isDark
      ? 'color-mix(in srgb, rgb(var(--arcoblue-4)), rgb(var(--arcoblue-5)))'
      : rgb('arcoblue', 6),
    '--color-primary-fill-hover': isDark
      ? 'color-mix(in srgb, rgb(var(--arcoblue-4)) 20%, rgb(var(--arcoblue-5)))'
      : rgb('arcoblue', 7),
    '--color-primary-text': rgb('arcoblue', isDark ? 7 : 6),
    '--color-primary-light': isDark ? tint('arcoblue', 6, 20) : rgb('arcoblue', 1),
    '--color-danger-text': rgb('red', 7),
    '--color-success-text': rgb('green', isDark ? 6 : 8),
    '--color-warning-text': rgb('orange', isDark ? 6 : 8),
    '--color-on-primary': '#fff',
    ...filled('arcoblue', 'var(--color-primary-fill)', 'var(--color-primary-fill-hover)', isDark),
    ...filled('red', rgb('red', isDark ? 4 : 7), rgb('red', isDark ? 3 : 8), isDark),
    ...filled('green', rgb('green', isDark ? 3 : 8), rgb('green', isDark ? 2 : 9), isDark),
    ...filled('orange', rgb('orange', isDark ? 3 : 8), rgb('orange', isDark ? 2 : 9), isDark),
    '--mantine-color-gray-light': 'var(--color-fill-2)',
    '--mantine-color-gray-light-hover': 'var(--color-fill-3)',
    '--mantine-color-gray-light-color': 'var(--color-text-2)',
    '--mantine-primary-color-contrast': 'var(--color-on-primary)',
    '--mantine-color-bright': 'var(--color-text-1)',
    '--mantine-color-text': 'var(--color-text-1)',
    '--mantine-color-dimmed': 'var(--color-text-3)',
    '--mantine-color-placeholder': 'var(--color-text-3)',
    '--mantine-color-body': 'var(--color-bg-2)',
    '--mantine-color-error': 'var(--color-danger-text)',
    '--mantine-color-success': 'var(--color-success-text)',
    '--mantine-color-anchor': 'var(--color-primary-text)',
    '--mantine-color-default': 'var(--color-bg-5)',
    '--mantine-color-default-hover': 'var(--color-fill-2)',
    '--mantine-color-default-color': 'var(--color-text-1)',
    '--mantine-color-default-border': 'var(--color-border-2)',
    '--mantine-color-disabled': 'var(--color-fill-2)',
    '--mantine-color-disabled-color': 'var(--color-text-4)',
    '--mantine-color-disabled-border': 'var(--color-fill-2)',
  }
}

/** The three variants of a color: as a fill, as a light fill with text on it, and as an outline. */
const filled = (name: string, fill: string, hover: string, isDark: boolean): Variables => ({
  [`--mantine-color-${name}-filled`]: fill,
  [`--mantine-color-${name}-filled-hover`]: hover,
  [`--mantine-color-${name}-text`]: textOf(name, isDark),
  [`--mantine-color-${name}-light`]: isDark ? tint(name, 6, 20) : rgb(name, 1),
  [`--mantine-color-${name}-light-hover`]: isDark ? tint(name, 6, 35) : rgb(name, 2),
  [`--mantine-color-${name}-light-color`]: isDark
    ? rgb(name, 8)
    : rgb(name, name === 'arcoblue' || name === 'red' ? 7 : 8),
  [`--mantine-color-${name}-outline`]: textOf(name, isDark),
  [`--mantine-color-${name}-outline-hover`]: tint(name, 6, 8),
})

const textOf = (name: string, isDark: boolean) => {
  if (name === 'arcoblue') return 'var(--color-primary-text)'
  return rgb(name, isDark ? 6 : name === 'red' ? 7 : 8)
}

/** Arco's surfaces and text colors; the third text color is darker than Arco's, so that it is readable. */
const surfaces: Record<Scheme, Variables> = {
  light: {
    '--color-bg-1': '#fff',
    '--color-bg-2': '#fff',
    '--color-bg-3': '#fff',
    '--color-bg-4': '#fff',
    '--color-bg-5': '#fff',
    '--color-page': 'rgb(var(--gray-2))',
    '--color-fill-1': 'rgb(var(--gray-1))',
    '--color-fill-2': 'rgb(var(--gray-2))',
    '--color-fill-3': 'rgb(var(--gray-3))',
    '--color-fill-4': 'rgb(var(--gray-4))',
    '--color-border': 'rgb(var(--gray-3))',
    '--color-border-1': 'rgb(var(--gray-2))',
    '--color-border-2': 'rgb(var(--gray-3))',
    '--color-border-3': 'rgb(var(--gray-4))',
    '--color-border-4': 'rgb(var(--gray-6))',
    '--color-text-1': 'rgb(var(--gray-10))',
    '--color-text-2': 'rgb(var(--gray-8))',
    '--color-text-3': '#5e6876',
    '--color-text-4': 'rgb(var(--gray-5))',
  },
  dark: {
    '--color-bg-1': '#17171a',
    '--color-bg-2': '#232324',
    '--color-bg-3': '#2a2a2b',
    '--color-bg-4': '#313132',
    '--color-bg-5': '#373739',
    '--color-page': '#17171a',
    '--color-fill-1': 'rgb(255 255 255 / 4%)',
    '--color-fill-2': 'rgb(255 255 255 / 8%)',
    '--color-fill-3': 'rgb(255 255 255 / 12%)',
    '--color-fill-4': 'rgb(255 255 255 / 16%)',
    '--color-border': '#333335',
    '--color-border-1': 'rgb(var(--gray-2))',
    '--color-border-2': 'rgb(var(--gray-3))',
    '--color-border-3': 'rgb(var(--gray-4))',
    '--color-border-4': 'rgb(var(--gray-6))',
    '--color-text-1': 'rgb(255 255 255 / 90%)',
    '--color-text-2': 'rgb(255 255 255 / 72%)',
    '--color-text-3': 'rgb(255 255 255 / 58%)',
    '--color-text-4': 'rgb(255 255 255 / 32%)',
  },
}
