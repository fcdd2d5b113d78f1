import { errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { memo } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { StatedList } from '#kit/machine/stated-list.tsx'
import { errorEventList } from './list.tsx'

/** The inbox of errors: what happened how often, to whom, and whether somebody has seen to it. */
export default memo(function ErrorEventPage() {
  const { t } = useWords(errorEventWords)
  const { list, filters } = useList(errorEvent.page)
  return (
    <Page title={t('title')}>
      <StateChoice
        label={t('tabs')}
        machine={errorEventMachine}
        counts={errorEvent.counts}
        filters={filters}
      />
      <StatedList of={errorEventList} list={list} filters={filters} />
    </Page>
  )
})
