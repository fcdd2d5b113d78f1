import { pathOfPage } from '@kabao/contract/app/menu'
import type { WhyNotRule } from '@kabao/contract/supply/plan'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { planWhyNotWords } from '@kabao/contract/supply/plan-why-not.words'
import { user } from '@kabao/contract/users/user'
import { useState } from 'react'
import { Link } from 'react-router'
import { Anchor, formatInstant, formatNumber, useAnswer, usePermission, useWords } from '#kit'
import { Section } from '#kit/detail/section.tsx'
import { useWorthText } from '#users'
import type { PlanList } from './lists.ts'
import classes from './plan.module.css'

/** How often the figures are read again, in milliseconds. */
const interval = 60_000

/** Why people did not go to a plan: how many by the first rule that did not fit, and the latest of them. */
export default function WhyNot({ of, id }: { of: PlanList; id: string }) {
  const { t, language } = useWords(planPageWords)
  const why = useWords(planWhyNotWords)
  const { data } = useAnswer(of.calls.whyNot, { params: { id } }, { refetchInterval: interval })
  const mayOpen = usePermission(of.calls.whyNotExamples)
  const [open, setOpen] = useState<WhyNotRule | null>(null)
  if (!data) return null
  return (
    <Section title={why.t('title')}>
      {data.rules.length === 0 ? (
        <p className={classes.quiet}>{why.t('none')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.counts}`} aria-label={why.t('title')}>
            <thead>
              <tr>
                <th scope="col">{why.t('rule')}</th>
                <th scope="col">{why.t('today')}</th>
                <th scope="col">{why.t('week')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rules.map(({ rule, today, week }) => (
                <tr key={rule}>
                  <th scope="row">
                    {mayOpen ? (
                      <Anchor
                        component="button"
                        type="button"
                        aria-expanded={open === rule}
                        onClick={() => setOpen(open === rule ? null : rule)}
                      >
                        {t(`rule.${rule}`)}
                      </Anchor>
                    ) : (
                      t(`rule.${rule}`)
                    )}
                  </th>
                  <td>{formatNumber(today, language)}</td>
                  <td>{formatNumber(week, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open && <Examples of={of} id={id} rule={open} />}
    </Section>
  )
}

/** The latest people whom a rule kept from the plan, masked; each leads to the details. */
function Examples({ of, id, rule }: { of: PlanList; id: string; rule: WhyNotRule }) {
  const { t, language } = useWords(planPageWords)
  const why = useWords(planWhyNotWords)
  const mayOpen = usePermission(user.get)
  const worth = useWorthText()
  const { data } = useAnswer(of.calls.whyNotExamples, { params: { id }, query: { rule } })
  if (!data) return null
  if (data.length === 0) return <p className={classes.quiet}>{why.t('nobody')}</p>
  return (
    <table className={classes.table} aria-label={why.t('examples', { rule: t(`rule.${rule}`) })}>
      <thead>
        <tr>
          <th scope="col">{why.t('person')}</th>
          <th scope="col">{why.t('at')}</th>
          {rule === 'outranked' && <th scope="col">{why.t('worth')}</th>}
        </tr>
      </thead>
      <tbody>
        {data.map(({ runId, at, userId, phone, name, outranked }) => {
          const person = [phone, name].filter(Boolean).join(' · ') || userId
          return (
            <tr key={runId}>
              <td>
                {mayOpen ? (
                  <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${userId}`}>
                    {person}
                  </Anchor>
                ) : (
                  person
                )}
              </td>
              <td>{formatInstant(at, language)}</td>
              {outranked && (
                <td>
                  <div>{worth(outranked)}</div>
                  <div>
                    {[outranked.by.orgName, outranked.by.planName ?? outranked.by.planId]
                      .filter(Boolean)
                      .join(' · ')}
                  </div>
                  <div>{worth(outranked.by)}</div>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
