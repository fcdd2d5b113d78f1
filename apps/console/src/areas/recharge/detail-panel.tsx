import { pathOfPage } from '@kabao/contract/menu'
import { org } from '@kabao/contract/org'
import { type RechargeDetail, recharge } from '@kabao/contract/recharge'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { rechargeMachine } from '@kabao/contract/recharge-machine'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  FileImage,
  formatFen,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  saveFile,
  useAnswer,
  useWords,
} from '#kit'
import { ReviewForm } from '#kit/review/review-form.tsx'
import classes from './recharge.module.css'

/** One recharge with the balance of its organisation, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(rechargeWords)
  const answer = useAnswer(recharge.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <Told row={row} />
          <ReviewForm key={row.id} machine={rechargeMachine} calls={recharge} row={row} refusal="reject" />
        </>
      )}
    </RowPanel>
  )
}

function Told({ row }: { row: RechargeDetail }) {
  const { t, language } = useWords(rechargeWords)
  const yuan = (fen: number | null) => (fen === null ? null : formatFen(fen, language))
  const { balance, voucherFileId } = row
  return (
    <>
      <DetailHead name={formatFen(row.amountFen, language)}>
        <StateBadge of={rechargeMachine} state={row.status} />
      </DetailHead>
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
      {voucherFileId !== null && (
        <Facts title={t('field.voucherFileId')}>
          <div>
            <FileImage id={voucherFileId} className={classes.voucher} alt={t('field.voucherFileId')} />
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void saveFile(voucherFileId).catch(() => undefined)}
            >
              {t('action.voucher')}
            </Button>
          </div>
        </Facts>
      )}
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
