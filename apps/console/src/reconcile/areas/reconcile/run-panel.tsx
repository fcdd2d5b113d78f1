import { reconcile } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { Link } from 'react-router'
import {
  Alert,
  Anchor,
  Badge,
  DetailHead,
  Fact,
  Facts,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { daysOf, statusColors } from './run-columns.tsx'

/** One comparison with its result. */
export default function RunPanel(props: RowPanelProps) {
  const { t, language } = useWords(reconcileWords)
  const answer = useAnswer(reconcile.get, { params: { id: props.id } })
  const number = (count: number) => formatNumber(count, language)
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <DetailHead name={row.whose ?? t('within')}>
            <Badge color={statusColors[row.status]}>{t(`status.${row.status}`)}</Badge>
          </DetailHead>
          {row.problem !== null && (
            <Alert color={row.status === 'queued' ? 'yellow' : 'red'}>{row.problem}</Alert>
          )}
          <Facts title={t('detail.title')}>
            <Fact label={t('field.kind')}>{t(`kind.${row.kind}`)}</Fact>
            <Fact label={t('field.days')}>{daysOf(row)}</Fact>
            <Fact label={t('field.fileName')}>{row.fileName}</Fact>
            <Fact label={t('field.createdBy')}>{row.createdBy ?? t('service')}</Fact>
            <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
            <Fact label={t('field.endedAt')}>{row.endedAt && formatInstant(row.endedAt, language)}</Fact>
          </Facts>
          <Facts title={t('detail.result')}>
            <Fact label={t('field.lines')}>{number(row.lines)}</Fact>
            <Fact label={t('field.matched')}>{number(row.matched)}</Fact>
            <Fact label={t('field.missingHere')}>{number(row.gaps.missingHere)}</Fact>
            <Fact label={t('field.missingThere')}>{number(row.gaps.missingThere)}</Fact>
            <Fact label={t('field.amount')}>{number(row.gaps.amount)}</Fact>
            <Fact label={t('field.statusDiffers')}>{number(row.gaps.status)}</Fact>
            <Fact label={t('field.wrong')}>{number(row.wrong)}</Fact>
            <Fact label={t('field.open')}>
              {number(row.open)}{' '}
              <Anchor component={Link} to={`?tab=differences&reconcileId=${row.id}`}>
                {t('action.differences')}
              </Anchor>
            </Fact>
          </Facts>
          {row.wrongRows.length > 0 && (
            <Facts title={t('wrongRows')}>
              {row.wrongRows.map(({ line, reason }) => (
                <Fact key={line} label={t('line', { line })}>
                  {reason}
                </Fact>
              ))}
            </Facts>
          )}
        </>
      )}
    </RowPanel>
  )
}
