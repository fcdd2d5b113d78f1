import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '#kit/call/query.ts'
import { Alert } from '#kit/controls/alert.ts'
import { DetailHead } from '#kit/detail/detail-head.tsx'
import { RowPanel, type RowPanelProps } from '#kit/detail/row-panel.tsx'
import { usePermission } from '#kit/session/permission.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import { ActBar } from './act-bar.tsx'
import { isWorkable } from './acts.ts'
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

/** One lead: what can be done now, and beside it what happened; below, what is known. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(leadPageWords)
  const answer = useAnswer(leadCalls.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} isWide {...props}>
      {(lead) => <Lead key={lead.id} lead={lead} />}
    </RowPanel>
  )
}

function Lead({ lead }: { lead: LeadDetail }) {
  const { t } = useWords(leadPageWords)
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
      <ActBar
        lead={lead}
        acts={acts}
        onCalled={() => setCalled((count) => count + 1)}
        onEdit={() => setIsEditing(true)}
        onMerge={() => setIsMerging(true)}
      />
      <div className={classes.beside}>
        {mayFollow && (
          <Suspense fallback={<Skeleton shape="form" count={6} />}>
            <FollowUpForm lead={lead} focusedBy={called} />
          </Suspense>
        )}
        <div className={classes.history}>
          <LeadTimeline id={lead.id} />
        </div>
        <div>
          <LeadFacts lead={lead} />
          {lead.mergeCount > 0 && <Merges id={lead.id} />}
        </div>
      </div>
      {acts.dialog}
      <Suspense>{isMerging && <MergeDialog lead={lead} onClose={() => setIsMerging(false)} />}</Suspense>
      <Suspense>{isEditing && <EditDialog entry={lead} onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  )
}
