import { clue } from '@kabao/contract/crm/clue'
import { clueWords } from '@kabao/contract/crm/clue.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { usePermission, useWords } from '#kit'
import { Board, type BoardColumn } from '#kit/board/board.tsx'
import { isEnded, isHeld } from '../../clue/acts.ts'
import { useLeadName } from '../../clue/lead-name.ts'
import type { useClueActs } from '../../clue/use-clue-acts.tsx'
import { Card } from './card.tsx'
import { boardStages, useBoard } from './use-board.ts'

interface BoardProps {
  /** The filters and the order of the list. */
  filters: Readonly<Record<string, unknown>>
  acts: ReturnType<typeof useClueActs>
  onOpen: (lead: ClueRow) => void
}

/** The leads by stage; a lead is moved to another stage, or marked as won with a reason. */
export default function ClueBoard({ filters, acts, onOpen }: BoardProps) {
  const { t } = useWords(clueWords)
  const own = useWords(cluePageWords)
  const nameOf = useLeadName()
  const mayMove = usePermission(clue.setStage)
  const mayWin = usePermission(clue.convert)
  const { columns, move, announced } = useBoard(filters, acts.run)
  const said = (key: 'lifted' | 'over' | 'cancelled') => (name: string, stage: string) =>
    own.t(`board.${key}`, { name, stage })
  return (
    <Board<ClueRow>
      columns={columns.map(
        ({ stage, ...column }): BoardColumn<ClueRow> => ({
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
        fixed: own.t('board.fixed'),
        lifted: said('lifted'),
        over: said('over'),
        cancelled: said('cancelled'),
      }}
      nameOf={nameOf}
      mayMove={(lead) => isHeld(lead) && !isEnded(lead) && (mayMove || mayWin)}
      onMove={(lead, from, to) => {
        const stage = boardStages.find((each) => each === to)
        if (stage && from !== to && (stage === 'converted' ? mayWin : mayMove)) move(lead, stage)
      }}
      onOpen={onOpen}
      announced={announced}
    >
      {(lead) => <Card lead={lead} />}
    </Board>
  )
}
