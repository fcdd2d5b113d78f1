import { pushReturn } from '@kabao/contract/push-return'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { pushReturnMachine } from '@kabao/contract/push-return-machine'
import { memo, type ReactNode } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { PushReturnList } from './list.tsx'

/** Returns of accepted people, and their review. @param tabs the other lists of the same page */
export default memo(function PushReturnPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushReturnWords)
  const { list, filters } = useList(pushReturn.page)
  return (
    <Page breadcrumb={['menu.plan', 'menu.plan.pushList']} title={t('title')}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={pushReturnMachine}
        counts={pushReturn.counts}
        filters={filters}
      />
      <PushReturnList list={list} filters={filters} />
    </Page>
  )
})
