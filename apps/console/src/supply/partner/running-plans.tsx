import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { plan, planUv } from '@kabao/contract/supply/plan'
import { planWords } from '@kabao/contract/supply/plan.words'
import { Link } from 'react-router'
import { Anchor, Can, formatFen, formatNumber, useAnswer, useWords } from '#kit'
import { Part } from './part.tsx'
import classes from './partner-page.module.css'

interface PlansProps {
  orgId: string
  isJoint: boolean
  /** The address of the list with all of its plans. */
  list: string
}

/** The plans of an organization that run now. */
export default function RunningPlans(props: PlansProps) {
  return (
    <Can use={(props.isJoint ? planUv : plan).page}>
      <Plans {...props} />
    </Can>
  )
}

function Plans({ orgId, isJoint, list }: PlansProps) {
  const { t, language } = useWords(partnerPageWords)
  const { t: word } = useWords(planWords)
  const body = { orgId, status: 'running', current: 1, size: 5 } as const
  // The two lists differ in the names of their endpoints, on which this part does not depend.
  const answer = useAnswer(isJoint ? (planUv as unknown as typeof plan).page : plan.page, { body })
  return (
    <Part title={t('plans.title')} more={list} answer={answer} waiting={6}>
      {({ records }) =>
        records.length === 0 ? (
          <p className={classes.none}>{t('plans.none')}</p>
        ) : (
          <ul className={classes.rows}>
            {records.map(({ id, name, priceFen, dailyCap }) => (
              <li key={id}>
                <Anchor component={Link} to={`${list}&open=${id}`}>
                  {name}
                </Anchor>
                <span className={classes.aside}>
                  {word('field.dailyCap')}{' '}
                  {dailyCap === null ? word('unlimited') : formatNumber(dailyCap, language)}
                </span>
                <span className={classes.amount}>{formatFen(priceFen, language)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  )
}
