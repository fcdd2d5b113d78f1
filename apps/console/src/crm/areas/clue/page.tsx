import { clue } from '@kabao/contract/crm/clue'
import { clueWords } from '@kabao/contract/crm/clue.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { lazy, memo, Suspense, useCallback } from 'react'
import { Button, Can, Page, Skeleton, useAnswer, useList, useOpen, useOpenPart, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { useNamed, useOpenId } from '#kit/detail/use-open.ts'
import { ImportButton } from '#kit/import/import-button.tsx'
import { useClueActs } from '../../clue/use-clue-acts.tsx'
import { ClueTable } from './clue-table.tsx'
import { ClueFilters } from './filters.tsx'
import { intoLeads } from './into.ts'
import { StageChoice } from './stage-choice.tsx'

const BatchDialog = lazy(() => import('./batch-dialog.tsx'))
const DetailPanel = lazy(() => import('../../clue/detail-panel.tsx'))
const AddDialog = lazy(() => import('./add-dialog.tsx'))
const ClueBoard = lazy(() => import('./board.tsx'))
const Watermark = lazy(() =>
  import('../../clue/watermark.tsx').then(({ Watermark: part }) => ({ default: part })),
)

/** Leads as a list or as a board by stage; the address says which. */
export default memo(function CluePage() {
  const { t } = useWords(clueWords)
  const own = useWords(cluePageWords)
  const { list, filters } = useList(clue.page)
  const { data: counts } = useAnswer(clue.counts)
  const { id, open, turnTo, close } = useOpen()
  const [look, setLook] = useNamed('look')
  const [isAdding, setIsAdding] = useOpenPart('add')
  const [batchId, setBatchId] = useOpenId('batch')
  const acts = useClueActs()
  const isBoard = look === 'board'
  const onOpen = useCallback((row: ClueRow) => open(row.id), [open])
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Button variant="default" onClick={() => setLook(isBoard ? null : 'board')}>
            {own.t(isBoard ? 'look.list' : 'look.board')}
          </Button>
          <ImportButton into={intoLeads} />
          <AddButton use={clue.create} onClick={() => setIsAdding(true)}>
            {own.t('action.add')}
          </AddButton>
        </>
      }
    >
      <StageChoice filters={filters} counts={counts} isBoard={isBoard} />
      <ClueFilters filters={filters} />
      {isBoard ? (
        <Suspense fallback={<Skeleton count={8} />}>
          <ClueBoard filters={list.query} acts={acts} onOpen={onOpen} />
        </Suspense>
      ) : (
        <ClueTable list={list} filters={filters} acts={acts} onOpen={onOpen} />
      )}
      {acts.dialog}
      <Suspense>{batchId !== null && <BatchDialog id={batchId} onClose={() => setBatchId(null)} />}</Suspense>
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
      <Suspense>
        {isAdding && (
          <Can use={clue.create}>
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
