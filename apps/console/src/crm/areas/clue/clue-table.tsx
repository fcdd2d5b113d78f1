import { clue } from '@kabao/contract/crm/clue'
import { clueWords } from '@kabao/contract/crm/clue.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import {
  DataTable,
  type List,
  type ListFilters,
  Pager,
  SelectionBar,
  useColumns,
  usePermission,
  useRowActions,
  useSelection,
  useWords,
} from '#kit'
import { allows, clueActs, endpointOf, isDangerous, isWorkable } from '../../clue/acts.ts'
import type { useClueActs } from '../../clue/use-clue-acts.tsx'
import { columns } from './columns.tsx'
import { useActsOnAll, useMayAll } from './matching.ts'
import { Several, severalOf } from './several.tsx'
import type { SeveralAsked } from './several-dialog.tsx'

const SeveralDialog = lazy(() => import('./several-dialog.tsx'))

interface TableProps {
  list: List<ClueRow>
  filters: ListFilters<typeof clue.page>
  acts: ReturnType<typeof useClueActs>
  onOpen: (row: ClueRow) => void
}

/** The leads as a table, with the acts that each allows. */
export function ClueTable({ list, filters, acts, onOpen }: TableProps) {
  const { t } = useWords(clueWords)
  const own = useWords(cluePageWords)
  const selection = useSelection(filters)
  const [asked, setAsked] = useState<SeveralAsked | null>(null)
  const may = [
    usePermission(severalOf.claim),
    usePermission(severalOf.assign),
    usePermission(severalOf.transfer),
    usePermission(severalOf.release),
    usePermission(severalOf.convert),
    usePermission(severalOf.invalidate),
    useMayAll(),
  ]
  const onAll = useActsOnAll(useCallback((act, rows) => setAsked({ act, ...rows }), []))
  const actions = useRowActions<ClueRow>([
    { key: 'open', label: own.t('action.open'), when: (row) => !isWorkable(row), run: onOpen },
    {
      key: 'followUp',
      use: clue.followUp,
      label: own.t('action.followUp'),
      when: (row) => isWorkable(row),
      run: onOpen,
    },
    {
      key: 'call',
      use: clue.reveal,
      label: own.t('action.call'),
      when: (row) => isWorkable(row) && !row.isForgotten,
      run: (row) => acts.call(row, () => onOpen(row)),
    },
    ...clueActs.map((act) => ({
      key: act,
      use: endpointOf(act),
      label: own.t(`action.${act}`),
      when: (row: ClueRow) => allows(act, row),
      run: (row: ClueRow) => acts.run(act, row),
      isDanger: isDangerous(act),
    })),
  ])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: onAll }}>
        <Several
          selection={selection}
          rows={list.rows}
          onAsk={(act) => setAsked({ act, ids: [...selection.ids] })}
        />
      </SelectionBar>
    ),
    [selection, list, onAll],
  )
  return (
    <>
      <DataTable
        list={list}
        columns={useColumns(clueWords, columns)}
        label={t('title')}
        selection={may.some(Boolean) ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={clue.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {asked && (
          <SeveralDialog
            asked={asked}
            leads={list.rows}
            onDone={selection.clear}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  )
}
