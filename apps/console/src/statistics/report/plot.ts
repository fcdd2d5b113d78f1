/** The space between the plot of a report's chart and the edges of its box, in pixels. */
export const plot = { left: 64, right: 16, top: 12, bottom: 24 } as const

/**
 * The step of a chart at a distance from the left edge of its box.
 * @param isBanded whether each step is a band, as for bars; else the first and the last step are on the edges of the plot
 */
export function stepAt(x: number, width: number, count: number, isBanded: boolean): number {
  const share = (x - plot.left) / Math.max(1, width - plot.left - plot.right)
  const at = isBanded ? Math.floor(share * count) : Math.round(share * (count - 1))
  return Math.min(Math.max(at, 0), count - 1)
}
