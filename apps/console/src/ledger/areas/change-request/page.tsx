import { changeRequest } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
import { memo } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { ReviewedList } from '../../review/reviewed-list.tsx'
import { changeRequestList } from './list.tsx'

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
      <ReviewedList of={changeRequestList} list={list} filters={filters} />
    </Page>
  )
})
