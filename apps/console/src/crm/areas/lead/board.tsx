import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { usePermission, useWords } from '#kit'
import { Board, type BoardColumn } from '#kit/board/board.tsx'
import { isEnded, isHeld } from '../../lead/acts.ts'
import { useLeadName } from '../../lead/lead-name.ts'
import { useMinute } from '../../lead/now.ts'
import type { useLeadActs } from '../../lead/use-lead-acts.tsx'
import { Card } from './card.tsx'
import { latenessOf } from './lateness.ts'
import { boardStages, useBoard } from './use-board.ts'

interface BoardProps {
  /** The filters and the order of the list. */
  filters: Readonly<Record<string, unknown>>
  acts: ReturnType<typeof useLeadActs>
  onOpen: (lead: LeadRow) => void
}

/** The leads by stage; a lead is moved to another stage, or marked as won with a reason. */
export default function LeadBoard({ filters, acts, onOpen }: BoardProps) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const nameOf = useLeadName()
  const minute = useMinute()
  const labelOf = (lead: LeadRow) =>
    latenessOf(lead, minute).reduce(
      (name, late) => own.t('board.named', { name, late: own.t(`board.${late}`) }),
      nameOf(lead),
    )
  const mayMove = usePermission(lead.setStage)
  const mayWin = usePermission(lead.convert)
  const { columns, move, notice } = useBoard(filters, acts.run)
  const said = (key: 'lifted' | 'over' | 'cancelled') => (name: string, stage: string) =>
    own.t(`board.${key}`, { name, stage })
  return (
    <Board<LeadRow>
      columns={columns.map(
        ({ stage, ...column }): BoardColumn<LeadRow> => ({
          key: stage,
          title: t(`stage.${stage}`),
          ...column,
        }),
      )}
      texts={{
        label: own.t('board.label'),
        hint: own.t('board.hint'),
        empty: own.t('board.empty'),
        more: own.t('action.more'),
        move: own.t('action.move'),
        undo: own.t('board.undo'),
        fixed: own.t('board.fixed'),
        lifted: said('lifted'),
        over: said('over'),
        cancelled: said('cancelled'),
      }}
      nameOf={nameOf}
      labelOf={labelOf}
      mayMove={(lead) => isHeld(lead) && !isEnded(lead) && (mayMove || mayWin)}
      onMove={(lead, from, to) => {
        const stage = boardStages.find((each) => each === to)
        if (stage && from !== to && (stage === 'converted' ? mayWin : mayMove)) move(lead, stage)
      }}
      onOpen={onOpen}
      notice={notice}
    >
      {(lead) => <Card lead={lead} />}
    </Board>
  )
}
