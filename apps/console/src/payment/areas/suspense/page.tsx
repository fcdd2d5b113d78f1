import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { SuspenseList } from './list.tsx'

/** Payments that fit no order. @param tabs the other lists of the same page */
export default memo(function SuspensePage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(suspenseWords)
  return (
    <Page title={t('title')}>
      {tabs}
      <SuspenseList />
    </Page>
  )
})
