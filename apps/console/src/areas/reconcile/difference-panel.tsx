import { type DifferenceDetail, difference } from '@kabao/contract/difference'
import { differenceWords } from '@kabao/contract/difference.words'
import { differenceMachine } from '@kabao/contract/difference-machine'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import {
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
import { Handling } from './handling.tsx'

/** One difference with the rows behind it, and what can be done about it. */
export default function DifferencePanel(props: RowPanelProps) {
  const { t } = useWords(differenceWords)
  const answer = useAnswer(difference.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <Told row={row} />
          <Behind row={row} />
          <Handling key={`${row.id} ${row.version}`} row={row} />
        </>
      )}
    </RowPanel>
  )
}

function Told({ row }: { row: DifferenceDetail }) {
  const { t, language } = useWords(differenceWords)
  const runs = useWords(reconcileWords)
  const money = (fen: number | null) => fen !== null && formatFen(fen, language)
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
        <Fact label={t('field.oursFen')}>{money(row.oursFen)}</Fact>
        <Fact label={t('field.theirsFen')}>{money(row.theirsFen)}</Fact>
        <Fact label={t('field.differenceFen')}>{money(row.differenceFen)}</Fact>
        <Fact label={t('field.oursStatus')}>{row.oursStatus}</Fact>
        <Fact label={t('field.theirsStatus')}>{row.theirsStatus}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        {row.cause !== null && <Fact label={t('field.cause')}>{t(`cause.${row.cause}`)}</Fact>}
        {row.note !== '' && <Fact label={t('field.note')}>{row.note}</Fact>}
        {row.updatedBy !== null && <Fact label={t('field.updatedBy')}>{row.updatedBy}</Fact>}
      </Facts>
    </>
  )
}

function Behind({ row: { behind } }: { row: DifferenceDetail }) {
  const { t, language } = useWords(differenceWords)
  return (
    <Facts title={t('behind.title')}>
      {behind.length === 0 && <Fact label={t('behind.none')}>{null}</Fact>}
      {behind.map(({ what, id, at, fen, status }) => (
        <Fact key={`${what} ${id}`} label={`${t(`behind.${what}`)} ${id}`}>
          {[fen !== null && formatFen(fen, language), status, at && formatInstant(at, language)]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      ))}
    </Facts>
  )
}
