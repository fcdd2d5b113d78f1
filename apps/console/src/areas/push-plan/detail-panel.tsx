import { pathOfPage } from '@kabao/contract/menu'
import { push } from '@kabao/contract/push'
import { type PushPlanRow, pushPlan } from '@kabao/contract/push-plan'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { pushPlanMachine } from '@kabao/contract/push-plan-machine'
import { pushPlanPageWords } from '@kabao/contract/push-plan-page.words'
import { Link } from 'react-router'
import {
  ActButtons,
  Anchor,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useActs,
  useAnswer,
  useWords,
} from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { AudienceSize } from './audience-size.tsx'
import classes from './push-plan.module.css'
import { usePushPlanTexts } from './texts.tsx'

interface DetailProps {
  onEdit: (row: PushPlanRow) => void
  onCopy: (row: PushPlanRow) => void
}

/** One push plan with its audience, its acts and its history. */
export default function DetailPanel({ panel, ...props }: DetailProps & { panel: RowPanelProps }) {
  const { t } = useWords(pushPlanPageWords)
  const answer = useAnswer(pushPlan.get, { params: { id: panel.id } })
  return (
    <RowPanel title={t('detail')} answer={answer} {...panel}>
      {(row) => <PushPlan key={row.id} row={row} {...props} />}
    </RowPanel>
  )
}

function PushPlan({ row, onEdit, onCopy }: DetailProps & { row: PushPlanRow }) {
  const { t } = useWords(pushPlanWords)
  const page = useWords(pushPlanPageWords)
  const texts = usePushPlanTexts()
  const acts = useActs(pushPlanMachine, pushPlan, row)
  return (
    <>
      <DetailHead name={row.name}>
        <StateBadge of={pushPlanMachine} state={row.status} />
      </DetailHead>
      <div className={classes.buttons}>
        <ActButtons acts={acts} />
        {row.status === 'draft' && (
          <Can use={pushPlan.update}>
            <Button variant="default" onClick={() => onEdit(row)}>
              {page.t('action.edit')}
            </Button>
          </Can>
        )}
        <Can use={pushPlan.create}>
          <Button variant="default" onClick={() => onCopy(row)}>
            {page.t('action.copy')}
          </Button>
        </Can>
      </div>
      <section>
        <h3 className={classes.heading}>{page.t('progress.title')}</h3>
        <p className={classes.quiet}>
          {page.t(row.status === 'cancelled' ? 'progress.cancelled' : 'progress.none')}
        </p>
        <Can use={push.page}>
          <Anchor component={Link} to={`${pathOfPage('PlanPushList')}?planId=${row.planId}`}>
            {page.t('records')}
          </Anchor>
        </Can>
      </section>
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
      </Facts>
      {row.status !== 'cancelled' && <AudienceSize chosen={row} cap={row.cap} />}
      <Facts title={page.t('section.sending')}>
        <Fact label={t('field.schedule')}>{texts.schedule(row.schedule)}</Fact>
        {row.schedule === 'at' && <Fact label={t('field.at')}>{texts.instant(row.at)}</Fact>}
        {row.schedule === 'daily' && <Fact label={t('field.dailyAt')}>{row.dailyAt}</Fact>}
        <Fact label={t('field.perMinute')}>{texts.number(row.perMinute)}</Fact>
        <Fact label={t('field.cap')}>{texts.cap(row.cap)}</Fact>
      </Facts>
      <Facts title={page.t('section.record')}>
        <Fact label={t('field.id')}>{row.id}</Fact>
        <Fact label={t('field.references')}>{texts.number(row.references)}</Fact>
        <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{texts.instant(row.createdAt)}</Fact>
        <Fact label={t('field.updatedBy')}>{row.updatedBy}</Fact>
        <Fact label={t('field.updatedAt')}>{texts.instant(row.updatedAt)}</Fact>
        <Fact label={t('field.remark')}>{row.remark}</Fact>
      </Facts>
      <RecordHistory kind="pushPlan" id={row.id} />
    </>
  )
}
