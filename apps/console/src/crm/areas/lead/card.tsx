import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { formatShortInstant, useWords } from '#kit'
import { Clock } from '../../lead/clock.tsx'
import { useLeadName } from '../../lead/lead-name.ts'
import { useNow } from '../../lead/now.ts'
import classes from './card.module.css'
import { awaitsContact } from './lateness.ts'

/** A lead on the board. */
export function Card({ lead }: { lead: LeadRow }) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const nameOf = useLeadName()
  return (
    <>
      <span className={classes.name}>{nameOf(lead)}</span>
      {lead.phone !== null && <span className={classes.line}>{lead.phone}</span>}
      <span className={classes.line}>
        {lead.cityName?.split(' ').map((part) => (
          <span key={part} className={classes.whole}>
            {part}
          </span>
        ))}
      </span>
      <span className={classes.line}>{lead.salesmanName ?? t('place.waiting')}</span>
      {awaitsContact(lead) && lead.firstContactDueAt !== null && (
        <span className={classes.line}>
          {own.t('clock.firstContact')} <Clock until={lead.firstContactDueAt} />
        </span>
      )}
      {lead.nextFollowAt !== null && (
        <span className={classes.line}>
          {own.t('clock.nextFollow')} <NextFollow at={lead.nextFollowAt} />
        </span>
      )}
    </>
  )
}

/** When the person is contacted again; once that is past, how late it is. */
function NextFollow({ at }: { at: string }) {
  const { language } = useWords(leadWords)
  return Date.parse(at) < useNow() ? <Clock until={at} /> : formatShortInstant(at, language)
}
