import { lead } from '@kabao/contract/crm/lead'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import type { LeadAct } from './acts.ts'

const ActDialog = lazy(() => import('./act-dialog.tsx'))
const CallDialog = lazy(() => import('./call-dialog.tsx'))

type Asked =
  | { act: LeadAct; lead: LeadRow; onDone?: (() => void) | undefined }
  | { act: 'call'; lead: LeadRow; onCalled: () => void }

/** The acts on one lead and their dialogs: claiming is done at once, the others ask first. */
export function useLeadActs(): {
  run: (act: LeadAct, lead: LeadRow, onDone?: () => void) => void
  call: (lead: LeadRow, onCalled: () => void) => void
  dialog: ReactNode
} {
  const { t } = useWords(leadPageWords)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutate } = useSend(lead.claim, { onSuccess: () => message.success(t('act.claim.done')) })
  const close = useCallback(() => setAsked(null), [])
  const run = useCallback(
    (act: LeadAct, lead: LeadRow, onDone?: () => void) => {
      if (act === 'claim') mutate({ params: { id: lead.id }, body: {} }, { onSuccess: () => onDone?.() })
      else setAsked({ act, lead, onDone })
    },
    [mutate],
  )
  const call = useCallback(
    (lead: LeadRow, onCalled: () => void) => setAsked({ act: 'call', lead, onCalled }),
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
