import type { ErrorChange } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { formatInstant, formatNumber, Timeline, useWords } from '#kit'
import classes from './detail.module.css'

/** What was done to an error, and when it came back, the newest first. */
export function History({ changes }: { changes: readonly ErrorChange[] }) {
  const { t, language } = useWords(errorEventWords)
  const text = ({ act, by, release, until, times, untilRelease }: ErrorChange): string => {
    const values = {
      by: by ?? t('change.service'),
      release,
      until: until === null ? '' : formatInstant(until, language),
      times: times === null ? '' : formatNumber(times, language),
    }
    if (act === 'comeBack') return release ? t('change.comeBackIn', values) : t('change.comeBack')
    if (act === 'resolve')
      return untilRelease ? t('change.resolveRelease', values) : t('change.resolve', values)
    if (act === 'reopen') return t('change.reopen', values)
    if (until !== null)
      return times === null ? t('change.ignoreUntil', values) : t('change.ignoreBoth', values)
    return times === null ? t('change.ignore', values) : t('change.ignoreTimes', values)
  }
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.history')}</h3>
      {changes.length === 0 ? (
        <p className={classes.hint}>{t('detail.noHistory')}</p>
      ) : (
        <Timeline
          label={t('detail.history')}
          entries={changes.map((change) => ({
            key: change.id,
            at: change.at,
            title: text(change),
            ...(change.act === 'comeBack' && { color: 'red' }),
          }))}
        />
      )}
    </section>
  )
}
