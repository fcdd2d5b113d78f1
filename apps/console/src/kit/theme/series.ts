/**
 * The colors of the series of a chart after the first, which has the theme color. Readers who do not tell red, green or blue apart
 * still tell any two of them apart, also from the theme color and the neutral one, and each has a contrast of 3 to its background.
 */
export const seriesColors = {
  light: ['#DB7A00', '#006B5A', '#B03A9C', '#7A2E00', '#0A1F66', '#590B9D', '#400C12'],
  dark: ['#E8811A', '#35D390', '#CF8DE4', '#C04732', '#EFBCFA', '#9C4FAE', '#C4FFB0'],
} as const

/** The color of what is not one of the series but all others together, in both schemes. */
export const neutralSeries = '#86909C'
