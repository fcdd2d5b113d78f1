import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
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
import { allows, endpointOf, isDangerous, isWorkable, leadActs } from '../../lead/acts.ts'
import type { useLeadActs } from '../../lead/use-lead-acts.tsx'
import { columns } from './columns.tsx'
import { useActsOnAll, useMayAll } from './matching.ts'
import { Several, severalOf } from './several.tsx'
import type { SeveralAsked } from './several-dialog.tsx'

const SeveralDialog = lazy(() => import('./several-dialog.tsx'))

interface TableProps {
  list: List<LeadRow>
  filters: ListFilters<typeof lead.page>
  acts: ReturnType<typeof useLeadActs>
  onOpen: (row: LeadRow) => void
}

/** The leads as a table, with the acts that each allows. */
export function LeadTable({ list, filters, acts, onOpen }: TableProps) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
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
  const actions = useRowActions<LeadRow>([
    { key: 'open', label: own.t('action.open'), when: (row) => !isWorkable(row), run: onOpen },
    {
      key: 'followUp',
      use: lead.followUp,
      label: own.t('action.followUp'),
      when: (row) => isWorkable(row),
      run: onOpen,
    },
    {
      key: 'call',
      use: lead.reveal,
      label: own.t('action.call'),
      when: (row) => isWorkable(row) && !row.isForgotten,
      run: (row) => acts.call(row, () => onOpen(row)),
    },
    ...leadActs.map((act) => ({
      key: act,
      use: endpointOf(act),
      label: own.t(`action.${act}`),
      when: (row: LeadRow) => allows(act, row),
      run: (row: LeadRow) => acts.run(act, row),
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
        columns={useColumns(leadWords, columns)}
        label={t('title')}
        selection={may.some(Boolean) ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={lead.export}
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
