import { leadSourceWords } from '@kabao/contract/crm/lead-source.words'
import {
  type SalesmanHandOver,
  type SalesmanLeave,
  type SalesmanRow,
  salesman,
} from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { weekWords } from '@kabao/contract/kernel/week.words'
import { Link } from 'react-router'
import {
  Alert,
  Anchor,
  Button,
  Can,
  CitiesText,
  Fact,
  Facts,
  formatInstant,
  formatNumber,
  RevealButton,
  useReveal,
  useWords,
} from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { weekText } from '#kit/week/week.ts'
import { Leaves } from './leaves.tsx'
import { leadsOf, salesmen } from './lists.ts'
import { Month } from './month.tsx'
import type { AskingAct } from './use-asking-acts.ts'

interface SalesmanProps extends EntryPanelProps<SalesmanRow> {
  onLeave: (act: AskingAct, row: SalesmanRow) => void
  /** Plans a leave, or changes one. */
  onPlan: (row: SalesmanRow, leave?: SalesmanLeave) => void
}

/** One salesman with his limits, his figures, and the hand-over of his leads. */
export default function DetailPanel({ panel, ...props }: SalesmanProps) {
  const { t } = useWords(salesmanWords)
  return (
    <EntryPanel get={salesman.get} title={t('section.detail')} panel={panel}>
      {(row) => <Details row={row} {...props} />}
    </EntryPanel>
  )
}

function Details({ row, onLeave, onPlan, ...todo }: Omit<SalesmanProps, 'panel'> & { row: SalesmanRow }) {
  const { t, language } = useWords(salesmanWords)
  return (
    <>
      <EntryHead
        of={salesmen}
        entry={row}
        words={salesmanWords}
        onAsk={(act) => onLeave(act as AskingAct, row)}
        {...todo}
      >
        {row.status !== 'left' && (
          <Can use={salesman.planLeave}>
            <Button variant="default" onClick={() => onPlan(row)}>
              {t('action.planLeave')}
            </Button>
          </Can>
        )}
      </EntryHead>
      {!row.isAccountEnabled && <Alert color="orange">{t('accountOff')}</Alert>}
      <Basics row={row} />
      <Leaves row={row} onChange={(leave) => onPlan(row, leave)} />
      {row.handOver && <HandOver of={row.handOver} left={row.held} />}
      <Month row={row} />
      <Limits row={row} />
      <RecordFacts
        title={t('section.record')}
        words={salesmanWords}
        entry={row}
        links={
          <Anchor component={Link} to={leadsOf(row.id)}>
            {t('action.leads')}
          </Anchor>
        }
      >
        <Fact label={t('field.leaveFrom')}>{formatInstant(row.leaveFrom, language)}</Fact>
      </RecordFacts>
      <RecordHistory kind="salesman" id={row.id} />
    </>
  )
}

/** The account, the team and the phone, masked until it is revealed. */
function Basics({ row }: { row: SalesmanRow }) {
  const { t } = useWords(salesmanWords)
  const revealing = useReveal(salesman.reveal)
  const { phone } = revealing.wholeOf(row.id) ?? row
  return (
    <Facts title={t('section.basic')}>
      <Fact label={t('field.accountName')}>{row.accountName}</Fact>
      <Fact label={t('field.phone')}>
        {phone}{' '}
        {row.phone !== '' && (
          <RevealButton
            use={salesman.reveal}
            id={row.id}
            of={revealing}
            labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
          />
        )}
      </Fact>
      <Fact label={t('field.teamName')}>
        {row.teamName} {row.isHead && `(${t('head')})`}
      </Fact>
      <Fact label={t('field.deputyName')}>{row.deputyName}</Fact>
      <Fact label={t('field.remark')}>{row.remark}</Fact>
    </Facts>
  )
}

/** Where the leads went; while it is under way, also how many are left. */
function HandOver({ of, left }: { of: SalesmanHandOver; left: number }) {
  const { t, language } = useWords(salesmanWords)
  return (
    <Facts title={t('section.handOver')}>
      <Fact label={t('handOver.to')}>{of.toName ?? t('handOver.toPools')}</Fact>
      <Fact label={t('handOver.moved')}>{formatNumber(of.moved, language)}</Fact>
      <Fact label={t('handOver.toPool')}>{formatNumber(of.toPool, language)}</Fact>
      {of.endedAt === null && <Fact label={t('handOver.left')}>{formatNumber(left, language)}</Fact>}
      <Fact label={t('handOver.startedAt')}>{formatInstant(of.startedAt, language)}</Fact>
      <Fact label={t('handOver.endedAt')}>
        {of.endedAt === null ? t('handOver.underWay') : formatInstant(of.endedAt, language)}
      </Fact>
    </Facts>
  )
}

function Limits({ row }: { row: SalesmanRow }) {
  const { t, language } = useWords(salesmanWords)
  const sources = useWords(leadSourceWords)
  const week = useWords(weekWords)
  const number = (value: number) => formatNumber(value, language)
  return (
    <Facts title={t('section.limits')}>
      <Fact label={t('field.held')}>
        {t('ofMost', { held: number(row.held), most: number(row.capacity) })}
      </Fact>
      <Fact label={t('field.taken')}>
        {t('quotaOf', {
          taken: number(row.taken),
          most: row.dailyQuota === null ? t('unlimited') : number(row.dailyQuota),
        })}
      </Fact>
      <Fact label={t('field.weight')}>{number(row.weight)}</Fact>
      <Fact label={t('field.cityCodes')}>
        {row.cityCodes.length === 0 ? t('anyCity') : <CitiesText codes={row.cityCodes} />}
      </Fact>
      <Fact label={t('field.sources')}>
        {row.sources.map((source) => sources.t(`source.${source}`)).join(', ') || t('anySource')}
      </Fact>
      <Fact label={t('field.windows')}>{weekText(row.windows, week)}</Fact>
    </Facts>
  )
}
