import { pathOfPage } from '@kabao/contract/app/menu'
import { type RechargeDetail, recharge } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { rechargeMachine } from '@kabao/contract/ledger/recharge-machine'
import { org } from '@kabao/contract/supply/org'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Can,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { ReviewPanel } from '../../review/review-panel.tsx'
import { Voucher } from '../../review/voucher.tsx'

/** One recharge with the balance of its organization, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t, language } = useWords(rechargeWords)
  const answer = useAnswer(recharge.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ amountFen }) => formatFen(amountFen, language)}
      machine={rechargeMachine}
      calls={recharge}
      refusal="reject"
    >
      {(row) => <Details row={row} />}
    </ReviewPanel>
  )
}

function Details({ row }: { row: RechargeDetail }) {
  const { t, language } = useWords(rechargeWords)
  const yuan = (fen: number | null) => (fen === null ? null : formatFen(fen, language))
  const { balance } = row
  return (
    <>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.orgName')}>
          {row.orgName}{' '}
          <Can use={org.get}>
            <Anchor component={Link} to={`${pathOfPage('OrgList')}?open=${row.orgId}`}>
              {t('action.org')}
            </Anchor>
          </Can>
        </Fact>
        <Fact label={t('field.way')}>{t(`way.${row.way}`)}</Fact>
        <Fact label={t('field.amountFen')}>{yuan(row.amountFen)}</Fact>
        <Fact label={t('field.reason')}>{row.reason}</Fact>
        <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
        <Fact label={t('field.balanceAfterFen')}>{yuan(row.balanceAfterFen)}</Fact>
        <Fact label={t('field.transferId')}>{row.transferId}</Fact>
        <Fact label={t('field.reversalId')}>
          {row.reversalId !== null && (
            <Anchor component={Link} to={`?tab=adjustments&open=${row.reversalId}`}>
              {t('action.reversal')}
            </Anchor>
          )}
        </Fact>
      </Facts>
      <Voucher id={row.voucherFileId} title={t('field.voucherFileId')} saveLabel={t('action.voucher')} />
      <Facts title={t('detail.balance')}>
        <Fact label={t('field.availableFen')}>
          {yuan(balance.availableFen)} {balance.isLow && <Badge color="red">{t('low.mark')}</Badge>}
        </Fact>
        <Fact label={t('field.balanceFen')}>{yuan(balance.balanceFen)}</Fact>
        <Fact label={t('field.heldFen')}>{yuan(balance.heldFen)}</Fact>
        <Fact label={t('field.pendingFen')}>{yuan(balance.pendingFen)}</Fact>
      </Facts>
    </>
  )
}
