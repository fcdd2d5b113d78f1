import { setting } from '@kabao/contract/operations/setting'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { memo } from 'react'
import { Failure, Page, Skeleton, useAnswer, useWords } from '#kit'
import { SettingForm } from './form.tsx'

/** The general settings by group, each with its effect, its value, and who changed it. */
export default memo(function SettingPage() {
  const { t } = useWords(settingWords)
  const { data, error, refetch } = useAnswer(setting.list)
  return (
    <Page title={t('title')} isLong>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="form" count={6} />}
      {data && <SettingForm rows={data} />}
    </Page>
  )
})
