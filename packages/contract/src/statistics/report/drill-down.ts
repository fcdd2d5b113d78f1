import { crossFlows } from './cross-flows.ts'

/** A figure of a report whose records are opened: of a row, or of the totals. */
export interface DrillDown {
  figure: string
  side: 'now' | 'before'
  period?: string
  rowId?: string
  /** Of a column of a cross table by flow. */
  ofFlow?: (typeof crossFlows)[number]
}

const between = '~'
const isFlow = (text: string | undefined): text is (typeof crossFlows)[number] =>
  (crossFlows as readonly (string | undefined)[]).includes(text)

/** The value of `drill-down` in the address of a report. */
export const writeDrillDown = ({ figure, side, period = '', rowId = '', ofFlow }: DrillDown): string =>
  [figure, side, period, rowId, ...(ofFlow ? [ofFlow] : [])].join(between)

/** @param text of `writeDrillDown`, from an address; null if it is none */
export function readDrillDown(text: string | null): DrillDown | null {
  const [figure, side, period, rowId, ofFlow] = text?.split(between) ?? []
  if (!figure || (side !== 'now' && side !== 'before')) return null
  return {
    figure,
    side,
    ...(period && { period }),
    ...(rowId && { rowId }),
    ...(isFlow(ofFlow) && { ofFlow }),
  }
}
