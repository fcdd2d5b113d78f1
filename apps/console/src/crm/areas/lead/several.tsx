import { lead } from '@kabao/contract/crm/lead'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { Button, Can, type Selection, useWords } from '#kit'
import { isHeld, isWaiting } from '../../lead/acts.ts'

export const severalActs = ['claim', 'assign', 'transfer', 'release', 'convert', 'invalidate'] as const
export type SeveralAct = (typeof severalActs)[number]
export const severalOf = {
  claim: lead.claimMany,
  assign: lead.assignMany,
  transfer: lead.transferMany,
  release: lead.releaseMany,
  convert: lead.convertMany,
  invalidate: lead.invalidateMany,
} as const
export const fits = (act: SeveralAct, lead: LeadRow) =>
  act === 'claim' || act === 'assign' ? isWaiting(lead) : isHeld(lead)

/** The acts on the selected leads; each is offered if one of them allows it, as far as it is on this page. */
export function Several({
  selection,
  rows,
  onAsk,
}: {
  selection: Selection
  rows: readonly LeadRow[]
  onAsk: (act: SeveralAct) => void
}) {
  const { t } = useWords(leadPageWords)
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
