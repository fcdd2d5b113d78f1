/** A figure of a report whose records are opened: of a row, or of the totals. */
export interface Door {
  figure: string
  side: 'now' | 'before'
  period?: string
  rowId?: string
}

const between = '~'

/** The value of `door` in the address of a report. */
export const writeDoor = ({ figure, side, period = '', rowId = '' }: Door): string =>
  [figure, side, period, rowId].join(between)

/** @param text of `writeDoor`, from an address; null if it is none */
export function readDoor(text: string | null): Door | null {
  const [figure, side, period, rowId] = text?.split(between) ?? []
  if (!figure || (side !== 'now' && side !== 'before')) return null
  return { figure, side, ...(period && { period }), ...(rowId && { rowId }) }
}
