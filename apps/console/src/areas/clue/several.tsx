import { clue } from '@kabao/contract/clue'
import { cluePageWords } from '@kabao/contract/clue-page.words'
import type { ClueRow } from '@kabao/contract/clue-row'
import { lazy, Suspense, useState } from 'react'
import { Button, Can, type Selection, useWords } from '#kit'
import { isHeld, isWaiting } from '#kit/clue/acts.ts'

const SeveralDialog = lazy(() => import('./several-dialog.tsx'))

export const severalActs = ['claim', 'assign', 'release'] as const
export type SeveralAct = (typeof severalActs)[number]
export const severalOf = {
  claim: clue.claimMany,
  assign: clue.assignMany,
  release: clue.releaseMany,
} as const
const fits = { claim: isWaiting, assign: isWaiting, release: isHeld } as const

/** The acts on the selected leads; each is offered if one of them allows it, as far as it is on this page. */
export function Several({ selection, rows }: { selection: Selection; rows: readonly ClueRow[] }) {
  const { t } = useWords(cluePageWords)
  // The rows stay those that were selected while the dialog is open: the list changes with the act.
  const [asked, setAsked] = useState<{ act: SeveralAct; leads: readonly ClueRow[]; ids: string[] } | null>(
    null,
  )
  const chosen = selection.ids.map((id) => rows.find((row) => row.id === id))
  return (
    <>
      {severalActs
        .filter((act) => chosen.some((row) => row === undefined || fits[act](row)))
        .map((act) => (
          <Can key={act} use={severalOf[act]}>
            <Button variant="light" onClick={() => setAsked({ act, leads: rows, ids: [...selection.ids] })}>
              {t(`several.${act}`)}
            </Button>
          </Can>
        ))}
      <Suspense>
        {asked && <SeveralDialog {...asked} onDone={selection.clear} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  )
}
