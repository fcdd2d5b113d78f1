import { pushWords } from '@kabao/contract/push.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { PushList } from './list.tsx'

/** Which user was pushed to which organisation, and the result. */
export default memo(function PushPage() {
  const { t } = useWords(pushWords)
  return (
    <Page breadcrumb={['menu.plan', 'menu.plan.pushList']} title={t('title')}>
      <PushList />
    </Page>
  )
})
