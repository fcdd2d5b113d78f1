import { pathOfPage } from '@kabao/contract/app/menu'
import { type OrderDetail, order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { poolLink } from '@kabao/contract/payment/pool-link'
import { user } from '@kabao/contract/users/user'
import { Link } from 'react-router'
import {
  Anchor,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { WaitingChange } from '#ledger'
import { AskRefund } from './ask-refund.tsx'
import classes from './detail.module.css'
import { Attempts, Callbacks, Notices, Refunds } from './parts.tsx'
import { OrderStatusBadge } from './status.tsx'

/** One order: amounts, calls to providers, callbacks, refunds and notices. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(paymentOrderWords)
  const answer = useAnswer(order.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <Details row={row} />
          {row.paidFen - row.refundedFen - row.refundingFen > 0 && (
            <Can use={order.refund}>
              <AskRefund key={row.id} row={row} />
            </Can>
          )}
          <Refunds row={row} />
          <Attempts row={row} />
          <Callbacks callbacks={row.callbacks} />
          <Notices notices={row.notices} />
        </>
      )}
    </RowPanel>
  )
}

function Details({ row }: { row: OrderDetail }) {
  const { t, language } = useWords(paymentOrderWords)
  return (
    <>
      <DetailHead name={row.productName}>
        <OrderStatusBadge status={row.status} />
      </DetailHead>
      {row.isWaiting && <WaitingChange kind="refund" targetId={row.id} />}
      <nav className={classes.links}>
        <Can use={user.get}>
          <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${row.userId}`}>
            {t('action.user')}
          </Anchor>
        </Can>
        <Anchor component={Link} to={`?userId=${row.userId}`}>
          {t('action.sameUser')}
        </Anchor>
        {row.collectionId !== null && (
          <Anchor component={Link} to={`${pathOfPage('PayConfigList')}?open=${row.collectionId}`}>
            {t('action.collection')}
          </Anchor>
        )}
        {row.poolLinkId !== null && (
          <Can use={poolLink.get}>
            <Anchor component={Link} to={`${pathOfPage('PayConfigPoolList')}?open=${row.poolLinkId}`}>
              {t('action.link')}
            </Anchor>
          </Can>
        )}
      </nav>
      <Facts title={t('detail.money')}>
        <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
        <Fact label={t('field.paidFen')}>{formatFen(row.paidFen, language)}</Fact>
        <Fact label={t('field.feeFen')}>{formatFen(row.feeFen, language)}</Fact>
        <Fact label={t('field.refundedFen')}>{formatFen(row.refundedFen, language)}</Fact>
        <Fact label={t('field.refundingFen')}>{formatFen(row.refundingFen, language)}</Fact>
        <Fact label={t('field.reason')}>{row.reason && t(`reason.${row.reason}`)}</Fact>
      </Facts>
      <Facts title={t('detail.parties')}>
        <Fact label={t('field.id')}>{row.id}</Fact>
        <Fact label={t('field.channelNo')}>{row.channelNo}</Fact>
        <Fact label={t('field.tradeNo')}>{row.tradeNo}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.collectionName')}>{row.collectionName}</Fact>
        <Fact label={t('field.phone')}>{row.phone}</Fact>
        <Fact label={t('field.name')}>{row.name}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.closesAt')}>{formatInstant(row.closesAt, language)}</Fact>
        <Fact label={t('field.paidAt')}>{formatInstant(row.paidAt, language)}</Fact>
        <Fact label={t('field.endedAt')}>{formatInstant(row.endedAt, language)}</Fact>
      </Facts>
    </>
  )
}
