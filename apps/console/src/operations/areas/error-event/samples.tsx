import { type ErrorSample, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { useState } from 'react'
import { Button, Fact, Facts, Failure, formatInstant, Skeleton, Switch, useAnswer, useWords } from '#kit'
import classes from './detail.module.css'

/** The stored occurrences of an error, one at a time from the newest on. */
export function Samples({ id, count }: { id: string; count: number }) {
  const { t } = useWords(errorEventWords)
  const [at, setAt] = useState(0)
  const { data, error, refetch } = useAnswer(errorEvent.sample, { params: { id }, query: { at: String(at) } })
  return (
    <section>
      <div className={classes.head}>
        <h3 className={classes.heading}>{t('detail.sample')}</h3>
        <div className={classes.buttons}>
          <Button size="xs" variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t('detail.newer')}
          </Button>
          <span>{t('detail.nth', { at: at + 1, count })}</span>
          <Button size="xs" variant="default" disabled={at >= count - 1} onClick={() => setAt(at + 1)}>
            {t('detail.older')}
          </Button>
        </div>
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={6} />}
      {data && <Sample sample={data} />}
    </section>
  )
}

function Sample({ sample }: { sample: ErrorSample }) {
  const { t, language } = useWords(errorEventWords)
  return (
    <>
      <Facts title={formatInstant(sample.at, language)}>
        <Fact label={t('field.message')}>{sample.message}</Fact>
        <Fact label={t('field.url')}>{sample.url}</Fact>
        <Fact label={t('field.release')}>{sample.release}</Fact>
        <Fact label={t('field.userAgent')}>{sample.userAgent}</Fact>
        <Fact label={t('field.requestId')}>{sample.requestId}</Fact>
      </Facts>
      <Stack sample={sample} />
    </>
  )
}

/** The stack: each line with its place in the source where it is known, or as the browser reported it. */
function Stack({ sample: { frames, isMapped } }: { sample: ErrorSample }) {
  const { t } = useWords(errorEventWords)
  const [isRaw, setIsRaw] = useState(false)
  if (frames.length === 0) return <p className={classes.hint}>{t('detail.noStack')}</p>
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.heading}>{t('detail.stack')}</h3>
        {isMapped && (
          <Switch
            label={t('detail.raw')}
            checked={isRaw}
            onChange={(event) => setIsRaw(event.currentTarget.checked)}
          />
        )}
      </div>
      {!isMapped && <p className={classes.hint}>{t('detail.unmapped')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard */}
      <ol className={classes.frames} tabIndex={0} aria-label={t('detail.stack')}>
        {frames.map(({ raw, source, line, column, name, isOwn }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a stack never change their order
          <li key={index} data-own={(isOwn && !isRaw) || undefined}>
            {isRaw || source === null ? raw : `${name ?? '?'}  ${source}:${line}:${column}`}
          </li>
        ))}
      </ol>
    </>
  )
}
