import { pathOfPage } from '@kabao/contract/app/menu'
import { settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { Link } from 'react-router'
import {
  Anchor,
  DetailHead,
  formatFen,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useAnswer,
  useWords,
} from '#kit'
import { ReviewForm } from '../../review/review-form.tsx'
import { SettlementFacts } from './facts.tsx'
import { Lines } from './lines.tsx'
import { Results } from './results.tsx'
import { Voucher } from './voucher.tsx'

/** One settlement: its figures, the results behind them, its review and its payment. */
export default function DetailPanel(props: RowPanelProps) {
  const { t, language } = useWords(settlementWords)
  const answer = useAnswer(settlement.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <DetailHead name={`${row.channelName} ${formatFen(row.amountFen, language)}`}>
            <StateBadge of={settlementMachine} state={row.status} />
            <Anchor component={Link} to={`${pathOfPage('SettlementPrint')}?id=${row.id}`}>
              {t('action.print')}
            </Anchor>
          </DetailHead>
          <SettlementFacts row={row} />
          <Voucher row={row} />
          <ReviewForm
            key={row.id}
            machine={settlementMachine}
            calls={settlement}
            row={row}
            refusal="refuse"
            special={{
              withdraw: { variant: 'default' },
              pay: { disabled: row.voucherFileId === null },
            }}
          />
          <Lines row={row} />
          <Results key={`results ${row.id}`} settlementId={row.id} />
        </>
      )}
    </RowPanel>
  )
}
