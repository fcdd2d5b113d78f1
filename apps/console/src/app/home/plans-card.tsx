import { pathOfPage } from '@kabao/contract/app/menu'
import { jointFlows } from '@kabao/contract/kernel/twin-lists'
import type { HomePlan } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Link } from 'react-router'
import { Failure, formatNumber, formatShare, Skeleton, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import shared from './home.module.css'
import { useMore } from './live.ts'
import { useCardLink } from './use-card-link.ts'

const joint: readonly string[] = jointFlows

/** The running plans of which most is used today: their cap, their pace, and how many people were accepted. */
export function PlansCard() {
  const { t } = useWords(homeWords)
  const more = useMore()
  const { error, refetch } = more
  const data = more.data?.plans
  const link = useCardLink()('PlanList', 'PlanUvList')
  if (data === null) return null
  return (
    <Card title={t('card.plans')} more={link && `${link}?status=running`}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data?.length === 0 && <p className={shared.none}>{t('noPlans')}</p>}
      <ul className={classes.bars}>
        {data?.map((plan) => (
          <Plan key={plan.id} of={plan} />
        ))}
      </ul>
    </Card>
  )
}

function Plan({ of }: { of: HomePlan }) {
  const { t, language } = useWords(homeWords)
  const { id, name, orgName, flow, used, dailyCap, expected, answered, accepted } = of
  const number = (value: number) => formatNumber(value, language)
  const notes = [
    orgName,
    ...(answered > 0
      ? [t('rate', { share: formatShare(Math.round((accepted / answered) * 10_000), language) })]
      : []),
    ...(expected === null ? [] : [t('pace', { count: number(expected) })]),
  ]
  return (
    <li>
      <Link
        to={`${pathOfPage(joint.includes(flow) ? 'PlanUvList' : 'PlanList')}?open=${id}`}
        className={classes.name}
      >
        {name}
      </Link>
      <b>
        {dailyCap === null
          ? t('noCap', { used: number(used) })
          : t('cap', { used: number(used), most: number(dailyCap) })}
      </b>
      <progress value={dailyCap === null ? 0 : used} max={dailyCap ?? 1} aria-hidden />
      <small>{notes.join(' · ')}</small>
    </li>
  )
}
