import { nameOf } from './column.ts'
import type { Density } from './remembered.ts'
import { actionsKey, type CardSlot, type Place, selectKey } from './table-model.ts'

/** The keys of columns that tell the state of a row. */
const stateKeys: ReadonlySet<string> = new Set(['status', 'state', '_state', 'result'])
/** The most lines below the title. */
const mostLines = 4
/** A column shares a line if its label and its content are not wider than this, in pixels: half a card on a small phone. */
const halfWidth = 160
/** The padding of a cell of the table, in pixels. */
const padding = 24

/**
 * The columns of a card: the pinned column is its title, or else the first; the state is beside it. The other columns
 * follow in the reader's order until four lines are full; those that are always on a card keep their place in them.
 */
export function cardPlaces<Row>(places: readonly Place<Row>[]): Place<Row>[] {
  const columns = places.filter(({ column }) => column)
  const title = columns.find(({ column }) => column?.isSticky) ?? columns[0]
  const state = columns.find((place) => place !== title && stateKeys.has(place.key))
  const at = (place: Place<Row> | undefined, part: CardSlot['part']) =>
    place ? [{ ...place, slot: { part, line: 1 } }] : []
  return [
    ...at(
      places.find(({ key }) => key === selectKey),
      'select',
    ),
    ...at(title, 'title'),
    ...at(state, 'state'),
    ...at(
      places.find(({ key }) => key === actionsKey),
      'actions',
    ),
    ...inLines(chosen(columns.filter((place) => place !== title && place !== state))),
  ]
}

/** Those that are always on a card, and of the others as many as fit into the lines with them, from the first one on. */
function chosen<Row>(columns: readonly Place<Row>[]): Place<Row>[] {
  const isKept = ({ column }: Place<Row>) => column?.isOnCard === true
  const upTo = (end: number) => columns.filter((place, index) => index < end || isKept(place))
  const isFull = (places: readonly Place<Row>[]) => inLines(places).length < places.length
  const first = columns.findIndex((_, index) => isFull(upTo(index + 1)))
  return first < 0 ? [...columns] : upTo(first)
}

function inLines<Row>(columns: readonly Place<Row>[]): Place<Row>[] {
  const placed: Place<Row>[] = []
  let line = 2
  for (let at = 0; at < columns.length && line < mostLines + 2; line++) {
    const [one, other] = [columns[at], columns[at + 1]] as [Place<Row>, Place<Row> | undefined]
    const isShared = other !== undefined && isShort(one) && isShort(other)
    placed.push({ ...one, slot: { part: 'value', line, ...(isShared && { half: 'start' }) } })
    if (isShared) placed.push({ ...other, slot: { part: 'value', line, half: 'end' } })
    at += isShared ? 2 : 1
  }
  return placed
}

const isShort = <Row>({ column, width }: Place<Row>) =>
  column !== undefined && widthOfText(`${nameOf(column)}: `) + width - padding <= halfWidth

/** The width of a text at 14 pixels, estimated. */
export const widthOfText = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 14 : 7.5), 0)

/** The height of a line in a card, in pixels. */
export const lineHeights: Record<Density, number> = { compact: 22, normal: 24, loose: 28 }
/** The space below a card, in pixels, as in `card.module.css`. */
export const cardGap = 8

/** The height of each card without the space below it, in pixels, as in `card.module.css`: title line, lines, padding, border. */
export function cardHeight(places: readonly Place<never>[], density: Density): number {
  const lines = Math.max(1, ...places.map(({ slot }) => slot?.line ?? 1)) - 1
  return 32 + lines * lineHeights[density] + 2 * 8 + 2
}
