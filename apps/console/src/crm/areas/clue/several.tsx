import { clue } from '@kabao/contract/crm/clue'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { Button, Can, type Selection, useWords } from '#kit'
import { isHeld, isWaiting } from '../../clue/acts.ts'

export const severalActs = ['claim', 'assign', 'transfer', 'release', 'convert', 'invalidate'] as const
export type SeveralAct = (typeof severalActs)[number]
export const severalOf = {
  claim: clue.claimMany,
  assign: clue.assignMany,
  transfer: clue.transferMany,
  release: clue.releaseMany,
  convert: clue.convertMany,
  invalidate: clue.invalidateMany,
} as const
export const fits = (act: SeveralAct, lead: ClueRow) =>
  act === 'claim' || act === 'assign' ? isWaiting(lead) : isHeld(lead)

/** The acts on the selected leads; each is offered if one of them allows it, as far as it is on this page. */
export function Several({
  selection,
  rows,
  onAsk,
}: {
  selection: Selection
  rows: readonly ClueRow[]
  onAsk: (act: SeveralAct) => void
}) {
  const { t } = useWords(cluePageWords)
  const chosen = selection.ids.map((id) => rows.find((row) => row.id === id))
  return severalActs
    .filter((act) => chosen.some((row) => row === undefined || fits(act, row)))
    .map((act) => (
      <Can key={act} use={severalOf[act]}>
        <Button variant="light" color={act === 'invalidate' ? 'red' : undefined} onClick={() => onAsk(act)}>
          {t(`several.${act}`)}
        </Button>
      </Can>
    ))
}
