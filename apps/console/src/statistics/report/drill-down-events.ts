import type { KeyboardEvent, MouseEvent } from 'react'
import { type DrillDown, partsOfRow } from './report-kind.ts'

/** The drill-down that an element of a table is in. */
export function drillDownAt(target: EventTarget): DrillDown | null {
  const button = (target as Element).closest<HTMLElement>('button[data-figure]')
  const { figure, side, period, ofFlow } = button?.dataset ?? {}
  if (!button || !figure) return null
  const row = button.closest<HTMLElement>('tr[data-id]')
  const column = { ...(period && { period }), ...(ofFlow && { ofFlow: ofFlow as DrillDown['ofFlow'] }) }
  return {
    figure,
    side: side === 'before' ? 'before' : 'now',
    ...partsOfRow(row?.dataset.id),
    ...column,
  } as DrillDown
}

/** Opens the drill-down that is clicked. @param open its caller may keep the focus */
export const clickOf = (open: (drillDown: DrillDown) => void) => (event: MouseEvent) => {
  const drillDown = drillDownAt(event.target)
  if (drillDown) open(drillDown)
}

/** Moves the focus between the links and figures of a row with the arrow keys left and right, and keeps its column up and down. */
export function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr')
  if (!row || target.closest('thead')) return
  const to = next(event.key, target, row)
  if (!to) return
  event.preventDefault()
  event.stopPropagation()
  to.focus()
  to.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

const drillDownsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('td button, td a')]

function next(key: string, target: HTMLElement, row: HTMLElement): HTMLElement | undefined {
  const drillDowns = drillDownsOf(row)
  const at = drillDowns.indexOf(target)
  switch (key) {
    case 'ArrowRight':
      return drillDowns[at + 1]
    case 'ArrowLeft':
      return at === 0 ? row : drillDowns[at - 1]
    case 'ArrowUp':
      return at < 0 ? undefined : inColumn(target, row.previousElementSibling)
    case 'ArrowDown':
      return at < 0 ? undefined : inColumn(target, row.nextElementSibling)
    default:
      return undefined
  }
}

/** The link or figure of another row in the same column. */
function inColumn(target: HTMLElement, row: Element | null): HTMLElement | undefined {
  const place = (target.closest('td') as HTMLTableCellElement | null)?.cellIndex ?? -1
  return row?.children[place]?.querySelector<HTMLElement>('button, a') ?? undefined
}
