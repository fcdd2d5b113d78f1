import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { Alert, Fact, Facts, formatNumber, Loader, useAnswer, useWords } from '#kit'

/** How often a dry run is asked about, in milliseconds. */
const pause = 700

/** What a list would change, once the dry run has ended. */
export function Checked({ id }: { id: string }) {
  const { t, language } = useWords(reconcileWords)
  const { data } = useAnswer(
    reconcile.checked,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && state.data.status !== 'queued' ? false : pause) },
  )
  if (!data || data.status === 'queued')
    return (
      <p>
        <Loader size={14} /> {t('checking')}
      </p>
    )
  if (data.status === 'failed')
    return (
      <Alert color="red" role="alert">
        {data.problem}
      </Alert>
    )
  const { lines, matched, wrong, gaps, added, wrongRows } = data
  const counts = [
    [t('field.lines'), lines],
    [t('field.matched'), matched],
    [t('field.missingHere'), gaps.missingHere],
    [t('field.missingThere'), gaps.missingThere],
    [t('field.amount'), gaps.amount],
    [t('field.statusDiffers'), gaps.status],
    [t('field.wrong'), wrong],
    [t('added'), added],
  ] as const
  return (
    <div role="status">
      <Facts title={t('checked')}>
        {counts.map(([label, count]) => (
          <Fact key={label} label={label}>
            {formatNumber(count, language)}
          </Fact>
        ))}
        {wrongRows.map(({ line, reason }) => (
          <Fact key={line} label={t('line', { line })}>
            {reason}
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
