import { clueWords } from '@kabao/contract/crm/clue.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { formatShortInstant, useWords } from '#kit'
import { Clock } from '../../clue/clock.tsx'
import { useLeadName } from '../../clue/lead-name.ts'
import classes from './card.module.css'

/** A lead on the board. */
export function Card({ lead }: { lead: ClueRow }) {
  const { t, language } = useWords(clueWords)
  const own = useWords(cluePageWords)
  const nameOf = useLeadName()
  const isUncontacted =
    lead.firstContactAt === null && lead.firstContactDueAt !== null && lead.closedAt === null
  return (
    <>
      <span className={classes.name}>{nameOf(lead)}</span>
      <span className={classes.line}>{[lead.phone, lead.cityName].filter(Boolean).join(' · ')}</span>
      <span className={classes.line}>{lead.salesmanName ?? t('place.waiting')}</span>
      {isUncontacted && lead.firstContactDueAt !== null && (
        <span className={classes.line}>
          {own.t('clock.firstContact')} <Clock until={lead.firstContactDueAt} />
        </span>
      )}
      {lead.nextFollowAt !== null && (
        <span className={classes.line}>
          {own.t('clock.nextFollow')} {formatShortInstant(lead.nextFollowAt, language)}
        </span>
      )}
    </>
  )
}
