import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { useWords } from '#kit/words/words.ts'
import { Clock } from './clock.tsx'
import classes from './lead.module.css'
import { useNow } from './now.ts'

/** What runs out for a lead: its first contact, its next follow-up, its protection, its return, its rest. */
export function LeadClocks({ lead }: { lead: LeadRow }) {
  const { t } = useWords(leadPageWords)
  const now = useNow()
  const isAhead = (at: string | null) => at !== null && Date.parse(at) > now
  const clocks = [
    ['firstContact', lead.firstContactAt === null ? lead.firstContactDueAt : null],
    ['nextFollow', lead.nextFollowAt],
    ['protected', isAhead(lead.protectedUntil) ? lead.protectedUntil : null],
    ['returns', isAhead(lead.recycleAt) ? lead.recycleAt : null],
    ['rests', isAhead(lead.restUntil) ? lead.restUntil : null],
  ] as const
  const shown = clocks.flatMap(([name, until]) =>
    until === null || lead.closedAt !== null ? [] : { name, until },
  )
  if (shown.length === 0) return null
  return (
    <ul className={classes.clocks}>
      {shown.map(({ name, until }) => (
        <li key={name}>
          {t(`clock.${name}`)} <Clock until={until} />
        </li>
      ))}
    </ul>
  )
}
