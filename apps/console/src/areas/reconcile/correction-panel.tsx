import { correction } from '@kabao/contract/correction'
import { correctionWords } from '@kabao/contract/correction.words'
import { correctionMachine } from '@kabao/contract/correction-machine'
import { differenceWords } from '@kabao/contract/difference.words'
import { Link } from 'react-router'
import {
  Anchor,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useAnswer,
  useWords,
} from '#kit'
import { ReviewForm } from '#kit/review/review-form.tsx'

/** One correction, and its review. */
export default function CorrectionPanel(props: RowPanelProps) {
  const { t, language } = useWords(correctionWords)
  const differences = useWords(differenceWords)
  const answer = useAnswer(correction.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <DetailHead name={formatFen(row.amountFen, language)}>
            <StateBadge of={correctionMachine} state={row.status} />
          </DetailHead>
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
          <ReviewForm
            key={row.id}
            machine={correctionMachine}
            calls={correction}
            row={row}
            refusal="refuse"
            special={{ withdraw: { variant: 'default' } }}
          />
        </>
      )}
    </RowPanel>
  )
}
