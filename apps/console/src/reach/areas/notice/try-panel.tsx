import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { PostbackTrial } from '@kabao/contract/reach/delivery'
import { type NoticeTargetRow, notice } from '@kabao/contract/reach/notice'
import { noticeWords } from '@kabao/contract/reach/notice.words'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { useState } from 'react'
import { Button, Refusal, SidePanel, useSend, useWords } from '#kit'
import { TrialView } from '#partners'
import classes from '#partners/template/template.module.css'
import { outcomeColors } from '../../delivery/columns.tsx'

/** Sends a test to a target, and shows what was sent and answered. */
export default function TryPanel({ row, onClose }: { row: NoticeTargetRow; onClose: () => void }) {
  const { t } = useWords(noticeWords)
  const shared = useWords(templateEditorWords)
  const reach = useWords(reachWords)
  const trying = useSend(notice.try)
  const [tried, setTried] = useState<PostbackTrial | null>(null)
  const run = async () => {
    try {
      setTried(await trying.mutateAsync({ params: { id: row.id } }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return (
    <SidePanel title={row.name} onClose={onClose}>
      <section className={classes.trial}>
        <p className={classes.hint}>{t('hint.try', { name: row.name })}</p>
        <div>
          <Button loading={trying.isPending} onClick={() => void run()}>
            {t('action.try')}
          </Button>
        </div>
        {tried && (
          <TrialView
            trial={tried}
            title={shared.t('trial.request')}
            outcome={{ text: reach.t(`outcome.${tried.outcome}`), color: outcomeColors[tried.outcome] }}
          >
            {tried.reason && (
              <p role="alert" className={tried.outcome === 'ok' ? classes.hint : classes.error}>
                {tried.reason}
              </p>
            )}
          </TrialView>
        )}
      </section>
    </SidePanel>
  )
}
