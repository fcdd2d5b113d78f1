import { clue } from '@kabao/contract/clue'
import { cluePageWords } from '@kabao/contract/clue-page.words'
import type { ClueRow } from '@kabao/contract/clue-row'
import { Button, Can, type Selection, useWords } from '#kit'
import { isHeld, isWaiting } from '#kit/clue/acts.ts'

export const severalActs = ['claim', 'assign', 'release'] as const
export type SeveralAct = (typeof severalActs)[number]
export const severalOf = {
  claim: clue.claimMany,
  assign: clue.assignMany,
  release: clue.releaseMany,
} as const
const fits = { claim: isWaiting, assign: isWaiting, release: isHeld } as const

/** An act on several leads that asks first, with the rows of the page as they were when it was chosen. */
export interface SeveralAsked {
  act: SeveralAct
  leads: readonly ClueRow[]
  ids: readonly string[]
}

/** The acts on the selected leads; each is offered if one of them allows it, as far as it is on this page. */
export function Several({
  selection,
  rows,
  onAsk,
}: {
  selection: Selection
  rows: readonly ClueRow[]
  onAsk: (asked: SeveralAsked) => void
}) {
  const { t } = useWords(cluePageWords)
  const chosen = selection.ids.map((id) => rows.find((row) => row.id === id))
  return severalActs
    .filter((act) => chosen.some((row) => row === undefined || fits[act](row)))
    .map((act) => (
      <Can key={act} use={severalOf[act]}>
        <Button variant="light" onClick={() => onAsk({ act, leads: rows, ids: [...selection.ids] })}>
          {t(`several.${act}`)}
        </Button>
      </Can>
    ))
}
