import { pathOfPage } from '@kabao/contract/app/menu'
import { push } from '@kabao/contract/engine/push'
import { type PushReturnRow, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { Link } from 'react-router'
import {
  Anchor,
  Can,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { ReviewPanel } from '#ledger'

/** One return, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(pushReturnWords)
  const answer = useAnswer(pushReturn.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ reason }) => reason}
      machine={pushReturnMachine}
      calls={pushReturn}
      refusal="refuse"
      special={{ withdraw: { variant: 'default' } }}
    >
      {(row) => <Details row={row} />}
    </ReviewPanel>
  )
}

function Details({ row }: { row: PushReturnRow }) {
  const { t, language } = useWords(pushReturnWords)
  return (
    <>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.pushId')}>
          {row.pushId}{' '}
          <Can use={push.get}>
            <Anchor component={Link} to={`${pathOfPage('PlanPushList')}?open=${row.pushId}`}>
              {t('action.push')}
            </Anchor>
          </Can>
        </Fact>
        <Fact label={t('field.orgName')}>{row.orgName}</Fact>
        <Fact label={t('field.planName')}>{row.planName}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.phone')}>{row.phone}</Fact>
        <Fact label={t('field.name')}>{row.name}</Fact>
        <Fact label={t('field.acceptedAt')}>{formatInstant(row.acceptedAt, language)}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.askedBy')}>{row.askedBy ?? t('askedByOrg')}</Fact>
        <Fact label={t('field.askedWay')}>{t(`askedWay.${row.askedWay}`)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
      </Facts>
      <Facts title={t('detail.money')}>
        <Fact label={t('field.priceFen')}>{formatFen(row.priceFen, language)}</Fact>
        <Fact label={t('field.refundFen')}>{formatFen(row.refundFen, language)}</Fact>
        <Fact label={t('field.costBackFen')}>{formatFen(row.costBackFen, language)}</Fact>
      </Facts>
    </>
  )
}
