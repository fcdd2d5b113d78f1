import { listWords } from '@kabao/contract/list.words'
import { matchRunWords } from '@kabao/contract/match-run.words'
import { type MatchRun, userTimeline } from '@kabao/contract/timeline'
import { Button, Failure, formatInstant, Skeleton, useParts, useWords } from '#kit'
import detail from './detail.module.css'
import classes from './match-runs.module.css'
import { useFigureText } from './use-figure-text.ts'
import { useRuleText } from './use-rule-text.ts'

/** Every run of the match for a user: the plan that it chose, and why each other plan did not fit. */
export default function MatchRuns({ id }: { id: string }) {
  const { t } = useWords(matchRunWords)
  const list = useWords(listWords)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useParts(
    userTimeline.matchRuns,
    { params: { id }, body: { size: 10 } },
  )
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={5} />
  const runs = data.pages.flatMap((page) => page.runs)
  if (runs.length === 0) return <p className={detail.hint}>{t('none')}</p>
  return (
    <>
      <ol className={classes.runs} aria-label={t('title')}>
        {runs.map((run, at) => (
          <li key={run.id} className={classes.run}>
            <Run run={run} isOpen={at === 0} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {list.t('older')}
        </Button>
      )}
    </>
  )
}

function Run({ run, isOpen }: { run: MatchRun; isOpen: boolean }) {
  const { t, language } = useWords(matchRunWords)
  return (
    <>
      <time className={classes.time} dateTime={run.at}>
        {formatInstant(run.at, language)}
      </time>
      <div className={classes.chosen}>
        {run.planId === null
          ? t('nobody')
          : t('chosen', { name: run.planName ?? t('gone', { id: run.planId }) })}
      </div>
      {run.whyNot.length > 0 && (
        <details open={isOpen}>
          <summary className={classes.summary}>{t('others', { count: run.whyNot.length })}</summary>
          <ul className={classes.reasons}>
            {run.whyNot.map((why) => (
              <Reason key={why.planId} why={why} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Reason({ why }: { why: MatchRun['whyNot'][number] }) {
  const { t } = useWords(matchRunWords)
  const ruleText = useRuleText()
  const { wanted, seen } = useFigureText()(why)
  const figures = [wanted && t('wanted', { value: wanted }), seen && t('seen', { value: seen })]
  return (
    <li>
      <span>{[why.orgName, why.planName ?? t('gone', { id: why.planId })].filter(Boolean).join(' · ')}</span>
      <span className={classes.rule}>{ruleText(why.rule)}</span>
      <span className={classes.figures}>{figures.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
