import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { lazy, memo, Suspense, useCallback } from 'react'
import { Button, Can, Page, Skeleton, useAnswer, useList, useOpen, useOpenPart, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { useNamed, useOpenId } from '#kit/detail/use-open.ts'
import { ImportButton } from '#kit/import/import-button.tsx'
import { useLeadActs } from '../../lead/use-lead-acts.tsx'
import { LeadFilters } from './filters.tsx'
import { intoLeads } from './into.ts'
import { LeadTable } from './lead-table.tsx'
import { StageChoice } from './stage-choice.tsx'

const BatchDialog = lazy(() => import('./batch-dialog.tsx'))
const DetailPanel = lazy(() => import('../../lead/detail-panel.tsx'))
const AddDialog = lazy(() => import('./add-dialog.tsx'))
const LeadBoard = lazy(() => import('./board.tsx'))
const Watermark = lazy(() =>
  import('../../lead/watermark.tsx').then(({ Watermark: part }) => ({ default: part })),
)

/** Leads as a list or as a board by stage; the address says which. */
export default memo(function LeadPage() {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const { list, filters } = useList(lead.page)
  const { data: counts } = useAnswer(lead.counts)
  const { id, open, turnTo, close } = useOpen()
  const [look, setLook] = useNamed('look')
  const [isAdding, setIsAdding] = useOpenPart('add')
  const [batchId, setBatchId] = useOpenId('batch')
  const acts = useLeadActs()
  const isBoard = look === 'board'
  const onOpen = useCallback((row: LeadRow) => open(row.id), [open])
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Button variant="default" onClick={() => setLook(isBoard ? null : 'board')}>
            {own.t(isBoard ? 'look.list' : 'look.board')}
          </Button>
          <ImportButton into={intoLeads} />
          <AddButton use={lead.create} onClick={() => setIsAdding(true)}>
            {own.t('action.add')}
          </AddButton>
        </>
      }
    >
      <StageChoice filters={filters} counts={counts} isBoard={isBoard} />
      <LeadFilters filters={filters} />
      {isBoard ? (
        <Suspense fallback={<Skeleton count={8} />}>
          <LeadBoard filters={list.query} acts={acts} onOpen={onOpen} />
        </Suspense>
      ) : (
        <LeadTable list={list} filters={filters} acts={acts} onOpen={onOpen} />
      )}
      {acts.dialog}
      <Suspense>{batchId !== null && <BatchDialog id={batchId} onClose={() => setBatchId(null)} />}</Suspense>
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
      <Suspense>
        {isAdding && (
          <Can use={lead.create}>
            <AddDialog
              onOpen={(known) => {
                setIsAdding(false)
                open(known)
              }}
              onClose={() => setIsAdding(false)}
            />
          </Can>
        )}
      </Suspense>
      <Suspense>{counts?.isOwnScope && <Watermark />}</Suspense>
    </Page>
  )
})
