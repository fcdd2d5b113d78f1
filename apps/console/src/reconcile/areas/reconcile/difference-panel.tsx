import { pathOfPage } from '@kabao/contract/app/menu'
import {
  type DifferenceBehind,
  type DifferenceDetail,
  difference,
  isCounted,
} from '@kabao/contract/reconcile/difference'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { Link } from 'react-router'
import {
  Anchor,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useAnswer,
  usePermission,
  useWords,
} from '#kit'
import { Handling } from './handling.tsx'
import { statusText } from './status-text.ts'

/** The page that shows a row, and the permission point that it needs. */
const places: Partial<Record<DifferenceBehind['what'], { page: string; point: string }>> = {
  push: { page: 'PlanPushList', point: 'push:page' },
  order: { page: 'PayConfigOrderList', point: 'order:page' },
  transfer: { page: 'FinanceLedger', point: 'ledger:page' },
  user: { page: 'UserList', point: 'user:page' },
}

/** One difference with the rows behind it, and what can be done about it. */
export default function DifferencePanel(props: RowPanelProps) {
  const { t } = useWords(differenceWords)
  const answer = useAnswer(difference.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <Details row={row} />
          <Behind row={row} />
          <Handling key={`${row.id} ${row.version}`} row={row} />
        </>
      )}
    </RowPanel>
  )
}

function Details({ row }: { row: DifferenceDetail }) {
  const { t, language } = useWords(differenceWords)
  const runs = useWords(reconcileWords)
  const money = (fen: number | null) => fen !== null && formatFen(fen, language)
  const number = (count: number | null) => count !== null && formatNumber(count, language)
  return (
    <>
      <DetailHead name={`${t(`item.${row.item}`)} · ${t(`gap.${row.gap}`)}`}>
        <StateBadge of={differenceMachine} state={row.status} />
      </DetailHead>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.kind')}>{runs.t(`kind.${row.kind}`)}</Fact>
        <Fact label={t('field.whose')}>{row.whose}</Fact>
        <Fact label={t('field.ref')}>{row.ref}</Fact>
        <Fact label={t('field.day')}>{row.day}</Fact>
        {isCounted(row.item) ? (
          <>
            <Fact label={t('field.oursCount')}>{number(row.oursCount)}</Fact>
            <Fact label={t('field.theirsCount')}>{number(row.theirsCount)}</Fact>
          </>
        ) : (
          <>
            <Fact label={t('field.oursFen')}>{money(row.oursFen)}</Fact>
            <Fact label={t('field.theirsFen')}>{money(row.theirsFen)}</Fact>
            <Fact label={t('field.differenceFen')}>{money(row.differenceFen)}</Fact>
          </>
        )}
        <Fact label={t('field.oursStatus')}>{statusText(row.oursStatus, language)}</Fact>
        <Fact label={t('field.theirsStatus')}>{statusText(row.theirsStatus, language)}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        {row.cause !== null && <Fact label={t('field.cause')}>{t(`cause.${row.cause}`)}</Fact>}
        {row.note !== '' && <Fact label={t('field.note')}>{row.note}</Fact>}
        {row.updatedBy !== null && <Fact label={t('field.updatedBy')}>{row.updatedBy}</Fact>}
      </Facts>
      {isCounted(row.item) && <p>{t('hint.figures')}</p>}
    </>
  )
}

function Behind({ row: { behind } }: { row: DifferenceDetail }) {
  const { t, language } = useWords(differenceWords)
  if (behind.length === 0) return <p>{t('behind.none')}</p>
  return (
    <Facts title={t('behind.title')}>
      {behind.map(({ what, id, at, fen, status }) => (
        <Fact key={`${what} ${id}`} label={t(`behind.${what}`)}>
          <Named what={what} id={id} />{' '}
          {[
            fen !== null && formatFen(fen, language),
            statusText(status, language),
            at && formatInstant(at, language),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      ))}
    </Facts>
  )
}

/** The number of a row, as a link for those who may see it. */
function Named({ what, id }: Pick<DifferenceBehind, 'what' | 'id'>) {
  const place = places[what]
  const may = usePermission(place?.point ?? difference.page)
  if (!place || !may) return id
  return (
    <Anchor component={Link} to={`${pathOfPage(place.page)}?open=${id}`}>
      {id}
    </Anchor>
  )
}
