import type { ReachEvent } from '@kabao/contract/reach/event'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import type { WebhookRow } from '@kabao/contract/reach/webhook'
import { useState } from 'react'
import { optionsOf, SelectField, SidePanel, useWords } from '#kit'
import { HookTrial } from '../../hook-trial.tsx'
import { webhooks } from '../../hooks.ts'

/** Sends a made-up event to a webhook. */
export default function TryDialog({ row, onClose }: { row: WebhookRow; onClose: () => void }) {
  const { t } = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const [event, setEvent] = useState<ReachEvent>(row.events[0] ?? 'registered')
  return (
    <SidePanel title={row.name} onClose={onClose}>
      <SelectField
        name="event"
        label={t('field.tried')}
        isRequired
        value={event}
        options={optionsOf(row.events, (each) => reach.t(`event.${each}`))}
        onChange={setEvent}
      />
      <HookTrial of={webhooks} id={row.id} event={event} isDirty={false} />
    </SidePanel>
  )
}
