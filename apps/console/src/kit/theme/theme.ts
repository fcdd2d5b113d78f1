import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import { paletteOf } from './palette.ts'

/** Source: docs/specification/frame.md. */
export const themeColor = '#165DFF'

export const scales = {
  arcoblue: paletteOf(themeColor),
  red: paletteOf('#F53F3F'),
  orange: paletteOf('#FF7D00'),
  green: paletteOf('#00B42A'),
  gray: {
    light: [
      '#F7F8FA',
      '#F2F3F5',
      '#E5E6EB',
      '#C9CDD4',
      '#A9AEB8',
      '#86909C',
      '#6B7785',
      '#4E5969',
      '#272E3B',
      '#1D2129',
    ],
    dark: [
      '#17171A',
      '#2E2E30',
      '#484849',
      '#5F5F60',
      '#78787A',
      '#929293',
      '#ABABAC',
      '#C5C5C5',
      '#DFDFDF',
      '#F6F6F6',
    ],
  },
} as const

const tuple = (steps: readonly string[]) => steps as unknown as MantineColorsTuple

/**
 * A popup opens without an animation and stays until it is closed. While the page is laid out, its button may seem clipped for a
 * moment; a popup that was hidden then, or still fading in, would lose a click at that moment.
 */
const steady = { hideDetached: false, transitionProps: { duration: 0 } }

/** In pixels: eight choices and the edge of the list. */
const highestList = 8 * 34 + 10

/** The list of choices scrolls by itself, so that a screen reader knows the part that scrolls as a list. */
const list = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: highestList, overflowY: 'auto' } },
} as const

/** The head of a dialog is a `header`, which outside an article would count as the banner of the page. */
const dialogParts = { header: { role: 'presentation' } }

/** The Arco look for Mantine: dense, square, gray fills. Colors that follow the scheme are set in `variables.ts`. */
export const theme = createTheme({
  primaryColor: 'arcoblue',
  primaryShade: 5,
  // The text color on the theme color follows its lightness.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const isPrimary = input.variant === 'filled' && (input.color ?? 'arcoblue') === 'arcoblue'
    return isPrimary ? { ...colors, color: 'var(--color-on-primary)' } : colors
  },
  colors: {
    arcoblue: tuple(scales.arcoblue.light),
    red: tuple(scales.red.light),
    orange: tuple(scales.orange.light),
    green: tuple(scales.green.light),
    gray: tuple(scales.gray.light),
    /** The steps that Mantine uses in dark mode: text first, page background last. */
    dark: [
      '#E9E9EA',
      '#C5C5C5',
      '#A9A9AA',
      '#8E8E90',
      '#484849',
      '#3B3B3D',
      '#313132',
      '#232324',
      '#1D1D1F',
      '#17171A',
    ],
  },
  black: '#1D2129',
  fontFamily:
    "Inter, -apple-system, BlinkMacSystemFont, 'PingFang SC', 'Hiragino Sans GB', 'Noto Sans SC', 'Microsoft YaHei', 'Helvetica Neue', Helvetica, Arial, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.5', sm: '1.5715', md: '1.5715', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '2px', sm: '2px', md: '4px', lg: '4px', xl: '8px' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 0 5px rgb(0 0 0 / 10%)',
    sm: '0 2px 5px rgb(0 0 0 / 10%)',
    md: '0 4px 10px rgb(0 0 0 / 10%)',
    lg: '0 8px 20px rgb(0 0 0 / 10%)',
    xl: '0 8px 20px rgb(0 0 0 / 10%)',
  },
  headings: { fontWeight: '500' },
  fontWeights: { medium: '500' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: { defaultProps: { variant: 'filled' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Select: list,
    MultiSelect: list,
    Cascader: { defaultProps: { maxDropdownHeight: highestList } },
    // Mantine's scroll lock would add a style element, which the content security policy refuses; `arco.css` locks the scroll.
    ModalRoot: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        shadow: 'lg',
        padding: 'lg',
        attributes: dialogParts,
      },
    },
    DrawerRoot: { defaultProps: { lockScroll: false, shadow: 'lg', padding: 'md', attributes: dialogParts } },
    // The placeholder for the first focus is not a menu item, and a menu may only hold menu items.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false, ...steady } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', ...steady } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200 } },
  },
})
