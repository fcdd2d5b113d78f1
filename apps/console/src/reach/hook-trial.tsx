import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { PostbackTrial } from '@kabao/contract/reach/delivery'
import type { ReachEvent } from '@kabao/contract/reach/event'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { useState } from 'react'
import { Button, Refusal, useSend, useWords } from '#kit'
import { TrialView } from '#partners'
import classes from '#partners/template/template.module.css'
import { outcomeColors } from './delivery/columns.tsx'
import type { HookKind } from './hooks.ts'

interface TrialProps {
  of: HookKind
  /** Of the target that is tried; one that is not stored yet has none. */
  id: string | undefined
  event: ReachEvent
  /** Whether something is not saved, so that what would be tried is not what is seen. */
  isDirty: boolean
}

/** Sends a made-up event to a target, and shows the real request and its answer. */
export function HookTrial({ of, id, event, isDirty }: TrialProps) {
  const { t } = useWords(reachPageWords)
  const shared = useWords(templateEditorWords)
  const reach = useWords(reachWords)
  const trying = useSend(of.calls.try)
  const [tried, setTried] = useState<PostbackTrial | null>(null)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const run = async () => {
    if (id === undefined) return
    setRefused(undefined)
    try {
      setTried(await trying.mutateAsync({ params: { id }, body: { event } }))
    } catch (error) {
      if (error instanceof Refusal) setRefused(error.fields?.event)
    }
  }
  return (
    <section aria-label={shared.t('trial.title')} className={classes.trial}>
      <h2 className={classes.heading}>{shared.t('trial.title')}</h2>
      <p className={classes.hint}>{t('form.trial')}</p>
      <div>
        <Button variant="default" loading={trying.isPending} disabled={isDirty} onClick={() => void run()}>
          {shared.t('trial.run')}
        </Button>
      </div>
      {isDirty && <p className={classes.hint}>{shared.t('trial.unsaved')}</p>}
      {refused !== undefined && (
        <p className={classes.error} role="alert">
          {refused}
        </p>
      )}
      {tried && (
        <TrialView
          trial={tried}
          title={shared.t('trial.request')}
          outcome={{ text: reach.t(`outcome.${tried.outcome}`), color: outcomeColors[tried.outcome] }}
        >
          {tried.reason && <p className={classes.hint}>{tried.reason}</p>}
        </TrialView>
      )}
    </section>
  )
}
