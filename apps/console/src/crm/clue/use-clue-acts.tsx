import { clue } from '@kabao/contract/crm/clue'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import type { ClueAct } from './acts.ts'

const ActDialog = lazy(() => import('./act-dialog.tsx'))
const CallDialog = lazy(() => import('./call-dialog.tsx'))

type Asked =
  | { act: ClueAct; lead: ClueRow; onDone?: (() => void) | undefined }
  | { act: 'call'; lead: ClueRow; onCalled: () => void }

/** The acts on one lead and their dialogs: claiming is done at once, the others ask first. */
export function useClueActs(): {
  run: (act: ClueAct, lead: ClueRow, onDone?: () => void) => void
  call: (lead: ClueRow, onCalled: () => void) => void
  dialog: ReactNode
} {
  const { t } = useWords(cluePageWords)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutate } = useSend(clue.claim, { onSuccess: () => message.success(t('act.claim.done')) })
  const close = useCallback(() => setAsked(null), [])
  const run = useCallback(
    (act: ClueAct, lead: ClueRow, onDone?: () => void) => {
      if (act === 'claim') mutate({ params: { id: lead.id }, body: {} }, { onSuccess: () => onDone?.() })
      else setAsked({ act, lead, onDone })
    },
    [mutate],
  )
  const call = useCallback(
    (lead: ClueRow, onCalled: () => void) => setAsked({ act: 'call', lead, onCalled }),
    [],
  )
  const dialog = (
    <Suspense>
      {asked?.act === 'call' && (
        <CallDialog
          key={asked.lead.id}
          lead={asked.lead}
          onClose={close}
          onCalled={() => {
            close()
            asked.onCalled()
          }}
        />
      )}
      {asked && asked.act !== 'call' && (
        <ActDialog key={`${asked.act} ${asked.lead.id}`} {...asked} onClose={close} />
      )}
    </Suspense>
  )
  return { run, call, dialog }
}
