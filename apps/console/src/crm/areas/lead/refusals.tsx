import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { BatchRefusal } from '@kabao/contract/kernel/batch-body'
import { Fragment, type ReactNode } from 'react'
import { useWords } from '#kit'
import classes from '../../lead/lead.module.css'

/** The leads that refused, together by their reason. */
export function groupsOf(refused: readonly { id: string; reason: string }[]): BatchRefusal[] {
  const groups = new Map<string, string[]>()
  for (const { id, reason } of refused) groups.set(reason, [...(groups.get(reason) ?? []), id])
  return [...groups].map(([reason, ids]) => ({ reason, count: ids.length, ids }))
}

/** Which leads were refused, and why. */
export function Refusals({
  groups,
  leadOf,
}: {
  groups: readonly BatchRefusal[]
  leadOf: (id: string) => ReactNode
}) {
  const { t } = useWords(leadPageWords)
  return (
    <ul className={classes.refused}>
      {groups.map(({ reason, count, ids }) => (
        <li key={reason}>
          <strong>{reason}</strong> {t('several.count', { count })}
          <div className={classes.refusedLeads}>
            {ids.map((id) => (
              <Fragment key={id}>{leadOf(id)} </Fragment>
            ))}
            {count > ids.length && t('several.others', { count: count - ids.length })}
          </div>
        </li>
      ))}
    </ul>
  )
}
