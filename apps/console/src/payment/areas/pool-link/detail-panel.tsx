import { pathOfPage } from '@kabao/contract/app/menu'
import { type PoolLinkDetail, poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { Link } from 'react-router'
import {
  ActButtons,
  Anchor,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useActs,
  useAnswer,
  useWords,
} from '#kit'
import { CopyButton } from '#kit/copy-button.tsx'
import RecordHistory from '#kit/detail/record-history.tsx'
import classes from './detail.module.css'

/** One link, the orders that had it, and what can be done with it. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(poolLinkWords)
  const answer = useAnswer(poolLink.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => <PoolLink key={row.id} row={row} />}
    </RowPanel>
  )
}

function PoolLink({ row }: { row: PoolLinkDetail }) {
  const { t, language } = useWords(poolLinkWords)
  const acts = useActs(poolLinkMachine, poolLink, row)
  const at = (instant: string | null) => formatInstant(instant, language)
  return (
    <>
      <DetailHead name={row.productName}>
        <StateBadge of={poolLinkMachine} state={row.status} />
      </DetailHead>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.url')}>
          <span className={classes.url}>{row.url}</span> <CopyButton text={row.url} />
        </Fact>
        <Fact label={t('field.productName')}>{row.productName}</Fact>
        <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
        <Fact label={t('field.collectionName')}>{row.collectionName ?? t('anyCollection')}</Fact>
        <Fact label={t('field.expiresAt')}>{row.expiresAt === null ? t('noEnd') : at(row.expiresAt)}</Fact>
        <Fact label={t('field.fileName')}>
          <Anchor component={Link} to={`?batchId=${row.batchId}`}>
            {row.fileName}
          </Anchor>
        </Fact>
        <Fact label={t('field.createdAt')}>{at(row.createdAt)}</Fact>
        <Fact label={t('field.updatedBy')}>{row.updatedBy}</Fact>
        <Fact label={t('field.updatedAt')}>{at(row.updatedAt)}</Fact>
      </Facts>
      <Facts title={t('detail.orders')}>
        {row.orders.length === 0 && <Fact label={t('field.orderId')}>{t('detail.none')}</Fact>}
        {row.orders.map(({ orderId, at: since, endedAt }) => (
          <Fact key={orderId} label={at(since)}>
            <Anchor component={Link} to={`${pathOfPage('PayConfigOrderList')}?open=${orderId}`}>
              {orderId}
            </Anchor>{' '}
            {endedAt === null ? t('detail.held') : t('detail.until', { at: at(endedAt) })}
          </Fact>
        ))}
      </Facts>
      {acts.names.length > 0 && (
        <div className={classes.buttons}>
          <ActButtons acts={acts} />
        </div>
      )}
      <RecordHistory kind="poolLink" id={row.id} />
    </>
  )
}
