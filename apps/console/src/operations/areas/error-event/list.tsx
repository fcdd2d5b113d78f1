import { errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { lazy } from 'react'
import { actsOnAll } from '#kit'
import { columns } from './columns.tsx'
import { ErrorEventFilters } from './filters.tsx'

/** What the kit's list of rows with states needs of this area. */
export const errorEventList = {
  words: errorEventWords,
  columns,
  machine: errorEventMachine,
  calls: errorEvent,
  onAll: actsOnAll(errorEventMachine, errorEvent),
  exporting: errorEvent.export,
  Filters: ErrorEventFilters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
