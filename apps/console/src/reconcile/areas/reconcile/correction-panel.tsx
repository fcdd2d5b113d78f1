import { correction } from '@kabao/contract/reconcile/correction'
import { correctionWords } from '@kabao/contract/reconcile/correction.words'
import { correctionMachine } from '@kabao/contract/reconcile/correction-machine'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { Link } from 'react-router'
import { Anchor, Fact, Facts, formatFen, formatInstant, type RowPanelProps, useAnswer, useWords } from '#kit'
import { ReviewPanel } from '#ledger'

/** One correction, and its review. */
export default function CorrectionPanel(props: RowPanelProps) {
  const { t, language } = useWords(correctionWords)
  const differences = useWords(differenceWords)
  const answer = useAnswer(correction.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ amountFen }) => formatFen(amountFen, language)}
      machine={correctionMachine}
      calls={correction}
      refusal="refuse"
      special={{ withdraw: { variant: 'default' } }}
    >
      {(row) => (
        <Facts title={t('detail.title')}>
          <Fact label={t('field.item')}>{differences.t(`item.${row.item}`)}</Fact>
          <Fact label={t('field.whose')}>{row.whose}</Fact>
          <Fact label={t('field.ref')}>
            {row.ref}{' '}
            <Anchor component={Link} to={`?tab=differences&open=${row.differenceId}`}>
              {t('action.difference')}
            </Anchor>
          </Fact>
          <Fact label={t('field.differenceFen')}>{formatFen(row.differenceFen, language)}</Fact>
          <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
          <Fact label={t('field.reason')}>{row.reason}</Fact>
          <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
          <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
          <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
          <Fact label={t('field.reviewedAt')}>
            {row.reviewedAt && formatInstant(row.reviewedAt, language)}
          </Fact>
          <Fact label={t('field.note')}>{row.note}</Fact>
        </Facts>
      )}
    </ReviewPanel>
  )
}
