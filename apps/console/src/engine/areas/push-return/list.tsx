import { pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { lazy } from 'react'
import { actsOnAll } from '#kit'
import { columns } from './columns.tsx'
import { PushReturnFilters } from './filters.tsx'

/** What the kit's list of rows with states needs of this area. */
export const pushReturnList = {
  words: pushReturnWords,
  columns,
  machine: pushReturnMachine,
  calls: pushReturn,
  refusal: 'refuse' as const,
  refuseMany: pushReturn.refuseMany,
  onAll: actsOnAll(pushReturnMachine, pushReturn),
  exporting: pushReturn.export,
  Filters: PushReturnFilters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
