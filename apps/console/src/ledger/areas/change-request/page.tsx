import { changeRequest } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
import { memo } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { StatedList } from '#kit/machine/stated-list.tsx'
import { changeRequestList } from './list.tsx'

const noParts: readonly string[] = []

/** Changes that one person files and another one approves. */
export default memo(function ChangeRequestPage() {
  const { t } = useWords(changeRequestWords)
  const { list, filters } = useList(changeRequest.page)
  return (
    <Page title={t('title')}>
      <StateChoice
        label={t('tabs')}
        machine={changeRequestMachine}
        counts={changeRequest.counts}
        filters={filters}
      />
      <StatedList of={changeRequestList} list={list} filters={filters} parts={noParts} />
    </Page>
  )
})
