import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { FeedbackList } from './list.tsx'

/** The feedback of users and its handling. */
export default memo(function FeedbackPage() {
  const { t } = useWords(feedbackWords)
  return (
    <Page title={t('title')}>
      <FeedbackList />
    </Page>
  )
})
