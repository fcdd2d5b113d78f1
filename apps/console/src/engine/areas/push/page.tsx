import { pushWords } from '@kabao/contract/engine/push.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { PushList } from './list.tsx'

/** Which user was pushed to which organization, and the result. @param tabs the other lists of the same page */
export default memo(function PushPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushWords)
  return (
    <Page title={t('title')}>
      {tabs}
      <PushList />
    </Page>
  )
})
