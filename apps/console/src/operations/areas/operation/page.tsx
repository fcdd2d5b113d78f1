import { operation } from '@kabao/contract/operations/operation'
import { operationWords } from '@kabao/contract/operations/operation.words'
import { memo } from 'react'
import { Button, Failure, formatInstant, Page, Skeleton, useAnswer, useWords } from '#kit'
import { Attention } from './attention.tsx'
import classes from './operation.module.css'
import { Parts } from './parts/parts.tsx'

/** How often the page is read again while it is in sight, in milliseconds. */
const pause = 10_000

/** How the service itself runs: its instances, its database, and what waits. */
export default memo(function OperationPage() {
  const { t, language } = useWords(operationWords)
  const { data, error, isFetching, refetch } = useAnswer(
    operation.overview,
    {},
    { refetchInterval: pause, refetchOnMount: 'always' },
  )
  const readAgain = () => void refetch()
  const actions = data && (
    <>
      <span className={classes.hint}>
        {t('readAt', { at: formatInstant(data.at, language).slice(-8), seconds: pause / 1_000 })}
      </span>
      <Button size="xs" variant="default" loading={isFetching && error !== null} onClick={readAgain}>
        {t('refresh')}
      </Button>
    </>
  )
  return (
    <Page title={t('title')} actions={actions} isLong>
      {error && <Failure error={error} onRetry={readAgain} />}
      {!error && !data && <Skeleton count={10} />}
      {data && (
        <>
          <Attention overview={data} />
          <Parts overview={data} onActed={readAgain} />
        </>
      )}
    </Page>
  )
})
