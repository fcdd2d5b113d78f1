import { clue } from '@kabao/contract/crm/clue'
import { clueMergeWords } from '@kabao/contract/crm/clue-merge.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueDetail } from '@kabao/contract/crm/clue-row'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { Alert } from '#kit/controls/alert.ts'
import { Button } from '#kit/controls/button.ts'
import { DetailHead } from '#kit/detail/detail-head.tsx'
import { RowPanel, type RowPanelProps } from '#kit/detail/row-panel.tsx'
import { Can, usePermission } from '#kit/session/permission.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import { allows, clueActs, endpointOf, isDangerous, isWorkable } from './acts.ts'
import classes from './clue.module.css'
import { ClueClocks } from './clue-clocks.tsx'
import { ClueFacts } from './clue-facts.tsx'
import ClueTimeline from './clue-timeline.tsx'
import { useLeadName } from './lead-name.ts'
import { Merges } from './merges.tsx'
import { StageBadge } from './stage-badge.tsx'
import { useClueActs } from './use-clue-acts.tsx'

const FollowUpForm = lazy(() => import('./follow-up-form.tsx'))
const EditDialog = lazy(() => import('./edit-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

/** One lead: what is known, what happened, and what can be done now. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(cluePageWords)
  const answer = useAnswer(clue.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(lead) => <Lead key={lead.id} lead={lead} />}
    </RowPanel>
  )
}

function Lead({ lead }: { lead: ClueDetail }) {
  const { t } = useWords(cluePageWords)
  const merging = useWords(clueMergeWords)
  const nameOf = useLeadName()
  const acts = useClueActs()
  const [isEditing, setIsEditing] = useState(false)
  const [isMerging, setIsMerging] = useState(false)
  const [called, setCalled] = useState(0)
  const mayFollow = usePermission(clue.followUp) && isWorkable(lead, lead.can)
  return (
    <>
      <DetailHead name={nameOf(lead)}>
        <StageBadge stage={lead.stage} />
      </DetailHead>
      {lead.isForgotten && <Alert color="gray">{t('forgotten')}</Alert>}
      <ClueClocks lead={lead} />
      <div className={classes.acts}>
        {isWorkable(lead, lead.can) && !lead.isForgotten && (
          <Can use={clue.reveal}>
            <Button size="xs" onClick={() => acts.call(lead, () => setCalled((count) => count + 1))}>
              {t('action.call')}
            </Button>
          </Can>
        )}
        {clueActs
          .filter((act) => allows(act, lead, lead.can))
          .map((act) => (
            <Can key={act} use={endpointOf(act)}>
              <Button
                size="xs"
                variant={act === 'claim' ? 'filled' : 'default'}
                {...(isDangerous(act) && { color: 'red', variant: 'light' })}
                onClick={() => acts.run(act, lead)}
              >
                {t(`action.${act}`)}
              </Button>
            </Can>
          ))}
        {lead.can.work && (
          <Can use={clue.update}>
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t('action.edit')}
            </Button>
          </Can>
        )}
        {lead.can.work && (
          <Can use={clue.merge}>
            <Button size="xs" variant="default" onClick={() => setIsMerging(true)}>
              {merging.t('action.merge')}
            </Button>
          </Can>
        )}
      </div>
      {mayFollow && (
        <Suspense fallback={<Skeleton count={6} />}>
          <FollowUpForm lead={lead} focusedBy={called} />
        </Suspense>
      )}
      <ClueFacts lead={lead} />
      {lead.mergeCount > 0 && <Merges id={lead.id} />}
      <ClueTimeline id={lead.id} />
      {acts.dialog}
      <Suspense>{isMerging && <MergeDialog lead={lead} onClose={() => setIsMerging(false)} />}</Suspense>
      <Suspense>{isEditing && <EditDialog entry={lead} onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  )
}
