import { ledger, type TransferDetail } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  usePermission,
  useWords,
} from '#kit'
import classes from './ledger.module.css'
import { placeOf, refText } from './ref.ts'
import { signedFen } from './signed-fen.ts'

/** One transfer, what it was booked for, and what takes it back. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(ledgerWords)
  const answer = useAnswer(ledger.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => <Transfer row={row} />}
    </RowPanel>
  )
}

function Transfer({ row }: { row: TransferDetail }) {
  const { t, language } = useWords(ledgerWords)
  return (
    <>
      <DetailHead name={row.orgName ?? row.channelName ?? t(`account.${row.creditKind}`)}>
        <Badge color="blue">{t(`kind.${row.kind}`)}</Badge>
      </DetailHead>
      <Facts title={t('detail.amount')}>
        <Fact label={t('field.amountFen')}>{signedFen(row, language)}</Fact>
        <Fact label={t('field.debitKind')}>{t(`account.${row.debitKind}`)}</Fact>
        <Fact label={t('field.creditKind')}>{t(`account.${row.creditKind}`)}</Fact>
        <Fact label={t('field.orgName')}>{row.orgName}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.balanceAfterFen')}>
          {row.balanceAfterFen !== null && formatFen(row.balanceAfterFen, language)}
        </Fact>
      </Facts>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.id')}>{row.id}</Fact>
        <Fact label={t('field.at')}>{formatInstant(row.at, language)}</Fact>
        <Fact label={t('field.businessDay')}>{row.businessDay}</Fact>
        <Fact label={t('field.refKind')}>{refText(t, row.refKind)}</Fact>
        <Fact label={t('field.refId')}>
          {row.refId} <Behind row={row} />
        </Fact>
        <Fact label={t('field.byAdmin')}>{row.byAdmin ?? t('byService')}</Fact>
        <Fact label={t('field.reversesId')}>{row.reversesId && <Entry id={row.reversesId} />}</Fact>
        <Fact label={t('field.reversedById')}>{row.reversedById && <Entry id={row.reversedById} />}</Fact>
      </Facts>
      <Facts title={t('detail.chain')}>
        <Fact label={t('field.number')}>{row.number !== null && formatNumber(row.number, language)}</Fact>
        <Fact label={t('field.hash')}>{row.hash && <code className={classes.hash}>{row.hash}</code>}</Fact>
      </Facts>
    </>
  )
}

/** A link to what was booked, for those who may see it. */
function Behind({ row }: { row: TransferDetail }) {
  const { t } = useWords(ledgerWords)
  const place = placeOf(row)
  const may = usePermission(place?.point ?? ledger.page)
  if (!place || !may) return null
  return (
    <Anchor component={Link} to={place.to}>
      {t(place.label)}
    </Anchor>
  )
}

const Entry = ({ id }: { id: string }) => (
  <Anchor component={Link} to={`?open=${id}`}>
    {id}
  </Anchor>
)
