import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadMergeWords } from '@kabao/contract/crm/lead-merge.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { Alert } from '#kit/controls/alert.ts'
import { Button } from '#kit/controls/button.ts'
import { DetailHead } from '#kit/detail/detail-head.tsx'
import { RowPanel, type RowPanelProps } from '#kit/detail/row-panel.tsx'
import { Can, usePermission } from '#kit/session/permission.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import { allows, endpointOf, isDangerous, isWorkable, leadActs } from './acts.ts'
import classes from './lead.module.css'
import { LeadClocks } from './lead-clocks.tsx'
import { LeadFacts } from './lead-facts.tsx'
import { useLeadName } from './lead-name.ts'
import LeadTimeline from './lead-timeline.tsx'
import { Merges } from './merges.tsx'
import { StageBadge } from './stage-badge.tsx'
import { useLeadActs } from './use-lead-acts.tsx'

const FollowUpForm = lazy(() => import('./follow-up-form.tsx'))
const EditDialog = lazy(() => import('./edit-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

/** One lead: what is known, what happened, and what can be done now. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(leadPageWords)
  const answer = useAnswer(leadCalls.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(lead) => <Lead key={lead.id} lead={lead} />}
    </RowPanel>
  )
}

function Lead({ lead }: { lead: LeadDetail }) {
  const { t } = useWords(leadPageWords)
  const merging = useWords(leadMergeWords)
  const nameOf = useLeadName()
  const acts = useLeadActs()
  const [isEditing, setIsEditing] = useState(false)
  const [isMerging, setIsMerging] = useState(false)
  const [called, setCalled] = useState(0)
  const mayFollow = usePermission(leadCalls.followUp) && isWorkable(lead, lead.can)
  return (
    <>
      <DetailHead name={nameOf(lead)}>
        <StageBadge stage={lead.stage} />
      </DetailHead>
      {lead.isForgotten && <Alert color="gray">{t('forgotten')}</Alert>}
      <LeadClocks lead={lead} />
      <div className={classes.acts}>
        {isWorkable(lead, lead.can) && !lead.isForgotten && (
          <Can use={leadCalls.reveal}>
            <Button size="xs" onClick={() => acts.call(lead, () => setCalled((count) => count + 1))}>
              {t('action.call')}
            </Button>
          </Can>
        )}
        {leadActs
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
          <Can use={leadCalls.update}>
            <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
              {t('action.edit')}
            </Button>
          </Can>
        )}
        {lead.can.work && (
          <Can use={leadCalls.merge}>
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
      <LeadFacts lead={lead} />
      {lead.mergeCount > 0 && <Merges id={lead.id} />}
      <LeadTimeline id={lead.id} />
      {acts.dialog}
      <Suspense>{isMerging && <MergeDialog lead={lead} onClose={() => setIsMerging(false)} />}</Suspense>
      <Suspense>{isEditing && <EditDialog entry={lead} onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  )
}
