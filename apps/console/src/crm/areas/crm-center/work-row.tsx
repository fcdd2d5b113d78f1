import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import type { ReactNode } from 'react'
import { Button, useWords } from '#kit'
import { Clock } from '../../lead/clock.tsx'
import { useLeadName } from '../../lead/lead-name.ts'
import { StageBadge } from '../../lead/stage-badge.tsx'
import classes from './desk.module.css'
import type { Part } from './use-work.ts'

const dueOf = {
  overdue: (lead: LeadRow) => lead.nextFollowAt,
  today: (lead: LeadRow) => lead.nextFollowAt,
  fresh: (lead: LeadRow) => lead.firstContactDueAt,
  returning: (lead: LeadRow) => lead.recycleAt,
} as const

interface RowProps {
  lead: LeadRow
  part: Part
  workKey: string
  isChosen: boolean
  /** Nothing is chosen yet, and the Tab key reaches this row. */
  isFirst: boolean
  onChoose: () => void
  onOpen: () => void
  onFollow: (() => void) | undefined
  onCall: (() => void) | undefined
  children: ReactNode
}

/** A lead to work on, with what is due. */
export function WorkRow({
  lead,
  part,
  workKey,
  isChosen,
  isFirst,
  onChoose,
  onOpen,
  onFollow,
  onCall,
  children,
}: RowProps) {
  const { t } = useWords(leadPageWords)
  const nameOf = useLeadName()
  const until = dueOf[part](lead)
  return (
    <li className={classes.item} data-chosen={isChosen || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: the row contains buttons of its own */}
      <div
        role="group"
        aria-label={nameOf(lead)}
        aria-current={isChosen || undefined}
        data-work={workKey}
        tabIndex={isChosen || isFirst ? 0 : -1}
        className={classes.row}
        onFocus={onChoose}
      >
        <span className={classes.name}>
          {nameOf(lead)} <StageBadge stage={lead.stage} />
        </span>
        <span className={classes.hint}>
          {[lead.phone, lead.cityName, lead.poolName].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.clock}>{until && <Clock until={until} />}</span>
        <span className={classes.buttons}>
          {onCall && (
            <Button size="xs" variant="default" onClick={onCall}>
              {t('action.call')}
            </Button>
          )}
          {onFollow && (
            <Button size="xs" variant="default" onClick={onFollow}>
              {t('action.followUp')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onOpen}>
            {t('action.open')}
          </Button>
        </span>
      </div>
      {children}
    </li>
  )
}
