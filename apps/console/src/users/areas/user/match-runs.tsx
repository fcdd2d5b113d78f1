import { type MatchRun, userTimeline } from '@kabao/contract/engine/timeline'
import { listWords } from '@kabao/contract/kernel/list.words'
import { matchRunWords } from '@kabao/contract/supply/match-run.words'
import { Button, Failure, formatInstant, Skeleton, useParts, useWords } from '#kit'
import { useWorthText } from '../../plan-worth.ts'
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
        {runs.map((run, index) => (
          <li key={run.id} className={classes.run}>
            <Run run={run} isOpen={index === 0} />
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
          ? t(run.outranked ? 'notYet' : 'nobody')
          : t('chosen', { name: run.planName ?? t('gone', { id: run.planId }) })}
      </div>
      {run.outranked && <Outranked of={run.outranked} isOpen={isOpen} />}
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

/** The plans that would have taken the user too, with what they were worth, after the one that went before them. */
function Outranked({ of: { by, plans }, isOpen }: { of: Ranked; isOpen: boolean }) {
  const { t } = useWords(matchRunWords)
  const worth = useWorthText()
  const name = by.planName ?? t('gone', { id: by.planId })
  return (
    <details open={isOpen}>
      <summary className={classes.summary}>
        {t('outranked', { count: plans.length, name, worth: worth(by) })}
      </summary>
      <ul className={classes.reasons}>
        {plans.map((each) => (
          <li key={each.planId}>
            <span>{nameOf(each, t('gone', { id: each.planId }))}</span>
            <span className={classes.rule}>{t('rule.outranked')}</span>
            <span className={classes.figures}>{worth(each)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
type Ranked = NonNullable<MatchRun['outranked']>

const nameOf = (plan: { orgName: string | null; planName: string | null }, gone: string) =>
  [plan.orgName, plan.planName ?? gone].filter(Boolean).join(' · ')

function Reason({ why }: { why: MatchRun['whyNot'][number] }) {
  const { t } = useWords(matchRunWords)
  const ruleText = useRuleText()
  const { wanted, seen } = useFigureText()(why)
  const figures = [wanted && t('wanted', { value: wanted }), seen && t('seen', { value: seen })]
  return (
    <li>
      <span>{nameOf(why, t('gone', { id: why.planId }))}</span>
      <span className={classes.rule}>{ruleText(why.rule)}</span>
      <span className={classes.figures}>{figures.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
