import { pathOfPage } from '@kabao/contract/app/menu'
import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import type { PushPlanRow, UnfitReason } from '@kabao/contract/engine/push-plan'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { type WhyNotRule, whyNotRules } from '@kabao/contract/supply/plan'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { type PushStatus, pushStatuses } from '@kabao/contract/users/push-status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Anchor, Can, formatInstant, formatNumber, usePermission, useWords } from '#kit'
import { Section } from '#kit/detail/section.tsx'
import classes from './push-plan.module.css'

/** Statuses that are shown also while nobody has them. */
const always: readonly PushStatus[] = ['accepted', 'rejected', 'failed']

/** How far a push plan is. Each figure of pushes leads to them; the details follow every change. */
export function Progress({ row }: { row: PushPlanRow }) {
  const { t, language } = useWords(pushPlanPageWords)
  const pushes = useWords(pushWords)
  const { progress } = row
  const number = (value: number) => formatNumber(value, language)
  const most = row.cap === null ? progress.total : Math.min(row.cap, progress.total)
  const done = row.cap === null ? progress.pushed + progress.unfit : progress.pushed
  const isOver = row.status === 'done' || row.status === 'cancelled'
  const said = t('progress.pushedOf', { pushed: number(progress.pushed), total: number(most) })
  return (
    <Section title={t('progress.title')}>
      <p className={classes.quiet}>
        <State row={row} />
      </p>
      {row.startedAt !== null && (
        <>
          <div className={classes.bar}>
            <span>{said}</span>
            <progress
              aria-label={t('progress.title')}
              aria-valuetext={said}
              value={done}
              max={Math.max(1, most)}
            />
          </div>
          <dl className={classes.figures}>
            <Figure name={t('progress.total')}>{number(progress.total)}</Figure>
            <Figure name={t(isOver ? 'progress.unsent' : 'progress.waiting')}>
              {number(progress.waiting)}
            </Figure>
            {progress.sent > 0 && <Figure name={t('progress.sent')}>{number(progress.sent)}</Figure>}
            <Figure name={t('progress.pushed')}>
              <PushLink id={row.id}>{number(progress.pushed)}</PushLink>
            </Figure>
            {pushStatuses
              .filter((status) => progress[status] > 0 || always.includes(status))
              .map((status) => (
                <Figure key={status} name={pushes.t(`status.${status}`)}>
                  <PushLink id={row.id} status={status}>
                    {number(progress[status])}
                  </PushLink>
                </Figure>
              ))}
            <Figure name={t('progress.unfit')}>{number(progress.unfit)}</Figure>
          </dl>
          <Reasons row={row} />
          <Can use={push.page}>
            <Anchor component={Link} to={pushesOf(row.id)}>
              {t('records')}
            </Anchor>
          </Can>
        </>
      )}
    </Section>
  )
}

/** What it does now, or why it does nothing. */
function State({ row }: { row: PushPlanRow }) {
  const { t, language } = useWords(pushPlanPageWords)
  const reasonOf = useReasons()
  const { status, nextAt, holds, perMinute } = row
  if (status === 'scheduled')
    return nextAt === null
      ? t('progress.reading')
      : t('progress.next', { at: formatInstant(nextAt, language) })
  if (status !== 'running') return t(`progress.${status}`)
  return holds === null
    ? t('progress.running', { count: formatNumber(perMinute, language) })
    : t('progress.holds', { reason: reasonOf(holds) })
}

/** Why people did not fit, the most frequent first. */
function Reasons({ row: { progress } }: { row: PushPlanRow }) {
  const { t, language } = useWords(pushPlanPageWords)
  const reasonOf = useReasons()
  if (progress.reasons.length === 0) return null
  return (
    <table className={classes.reasons}>
      <caption>{t('progress.reasons')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('progress.reason')}</th>
          <th scope="col">{t('progress.count')}</th>
        </tr>
      </thead>
      <tbody>
        {progress.reasons.map(({ reason, count }) => (
          <tr key={reason}>
            <th scope="row">{reasonOf(reason)}</th>
            <td>{formatNumber(count, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isRule = (reason: UnfitReason): reason is WhyNotRule => whyNotRules.some((rule) => rule === reason)

function useReasons(): (reason: UnfitReason) => string {
  const { t } = useWords(pushPlanPageWords)
  const plans = useWords(planPageWords)
  return (reason) => (isRule(reason) ? plans.t(`rule.${reason}`) : t(`reason.${reason}`))
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const pushesOf = (id: string, status?: PushStatus) =>
  `${pathOfPage('PlanPushList')}?pushPlanId=${id}${status ? `&status=${status}` : ''}`

/** A figure that leads to the pushes it counts, for those who may see them. */
function PushLink({ id, status, children }: { id: string; status?: PushStatus; children: ReactNode }) {
  const mayOpen = usePermission(push.page)
  if (!mayOpen) return children
  return (
    <Anchor component={Link} to={pushesOf(id, status)}>
      {children}
    </Anchor>
  )
}
