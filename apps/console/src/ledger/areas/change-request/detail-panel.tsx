import { pathOfPage } from '@kabao/contract/app/menu'
import { type ChangeKind, type ChangeRequestRow, changeRequest } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
import { Link } from 'react-router'
import { Anchor, Fact, Facts, formatFen, formatInstant, type RowPanelProps, useAnswer, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { ReviewPanel } from '../../review/review-panel.tsx'

/** One change, what it changes, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(changeRequestWords)
  const answer = useAnswer(changeRequest.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ targetName }) => targetName}
      machine={changeRequestMachine}
      calls={changeRequest}
      refusal="reject"
      special={{ withdraw: { variant: 'default' } }}
      below={({ id }) => <RecordHistory kind="changeRequest" id={id} />}
    >
      {(row) => <Details row={row} />}
    </ReviewPanel>
  )
}

/** The page that shows what changes. */
const pageOf: Record<ChangeKind, string | undefined> = {
  refund: pathOfPage('PayConfigOrderList'),
  collection: pathOfPage('PayConfigList'),
  orgTemplate: pathOfPage('OrgList'),
}

function Details({ row }: { row: ChangeRequestRow }) {
  const { t, language } = useWords(changeRequestWords)
  const page = pageOf[row.kind]
  return (
    <>
      {row.facts.length > 0 && (
        <Facts title={t('facts')}>
          {row.facts.map(({ name, before, after }) => (
            <Fact key={name} label={name === 'provider' ? t('fact.provider') : name}>
              {before === null ? after : `${before} → ${after ?? ''}`}
            </Fact>
          ))}
        </Facts>
      )}
      <Facts title={t('detail.title')}>
        <Fact label={t('field.kind')}>{t(`kind.${row.kind}`)}</Fact>
        <Fact label={t('field.targetName')}>
          {row.targetName}{' '}
          {page !== undefined && (
            <Anchor component={Link} to={`${page}?open=${row.targetId}`}>
              {t('action.target')}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.amountFen')}>
          {row.amountFen === null ? null : formatFen(row.amountFen, language)}
        </Fact>
        <Fact label={t('field.reason')}>{row.reason}</Fact>
        <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
      </Facts>
    </>
  )
}
