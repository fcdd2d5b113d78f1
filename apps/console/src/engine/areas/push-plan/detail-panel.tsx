import { type PushPlanRow, pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { pushPlanPageWords } from '@kabao/contract/engine/push-plan-page.words'
import { Fact, Facts, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { AudienceSize } from './audience-size.tsx'
import { pushPlanList } from './list.ts'
import { Progress } from './progress.tsx'
import { usePushPlanTexts } from './texts.tsx'

type PushPlanProps = EntryPanelProps<PushPlanRow>

/** One push plan with its audience, its acts and its history. */
export default function DetailPanel({ panel, ...props }: PushPlanProps) {
  const { t } = useWords(pushPlanPageWords)
  return (
    <EntryPanel get={pushPlan.get} title={t('detail')} panel={panel}>
      {(row) => <PushPlan row={row} {...props} />}
    </EntryPanel>
  )
}

function PushPlan({ row, ...todo }: Omit<PushPlanProps, 'panel'> & { row: PushPlanRow }) {
  const { t } = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const texts = usePushPlanTexts()
  return (
    <>
      <EntryHead
        of={pushPlanList}
        entry={row}
        words={pushPlanPageWords}
        isEditable={row.status === 'draft'}
        {...todo}
      />
      <Progress row={row} />
      <Facts title={page.t('section.basic')}>
        <Fact label={t('field.planName')}>{row.planName}</Fact>
        <Fact label={t('field.orgName')}>{row.orgName}</Fact>
        <Fact label={t('field.flow')}>{t(`flow.${row.flow}`)}</Fact>
      </Facts>
      <Facts title={page.t('section.audience')}>
        <Fact label={t('field.channelName')}>{row.channelName ?? texts.any}</Fact>
        <Fact label={t('field.cityName')}>{row.cityName ?? texts.any}</Fact>
        <Fact label={page.t('registered')}>{texts.registered(row.registeredFrom, row.registeredTo)}</Fact>
        <Fact label={t('field.userStatuses')}>{texts.userStatuses(row.userStatuses)}</Fact>
        <Fact label={t('field.riskLevels')}>{texts.riskLevels(row.riskLevels)}</Fact>
        <Fact label={t('field.sources')}>{texts.sources(row.sources)}</Fact>
      </Facts>
      {['draft', 'scheduled'].includes(row.status) && <AudienceSize chosen={row} cap={row.cap} />}
      <Facts title={page.t('section.sending')}>
        <Fact label={t('field.schedule')}>{texts.schedule(row.schedule)}</Fact>
        {row.schedule === 'at' && <Fact label={t('field.at')}>{texts.instant(row.at)}</Fact>}
        {row.schedule === 'daily' && <Fact label={t('field.dailyAt')}>{row.dailyAt}</Fact>}
        <Fact label={t('field.perMinute')}>{texts.number(row.perMinute)}</Fact>
        <Fact label={t('field.cap')}>{texts.cap(row.cap)}</Fact>
      </Facts>
      <RecordFacts title={page.t('section.record')} words={pushPlanWords} entry={row}>
        <Fact label={t('field.remark')}>{row.remark}</Fact>
      </RecordFacts>
      <RecordHistory kind="pushPlan" id={row.id} />
    </>
  )
}
