import { type ResultRow, resultColumns, resultKinds, settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { useState } from 'react'
import {
  Badge,
  Button,
  Can,
  formatFen,
  formatInstant,
  formatShare,
  Group,
  message,
  SelectField,
  ShortPager,
  Skeleton,
  saveByTicket,
  useAnswer,
  useOptions,
  useSend,
  useWords,
} from '#kit'
import classes from './settlement.module.css'

const size = 10
const whether = ['true', 'false'] as const

/** The results behind a settlement, one by one, and their export. */
export function Results({ settlementId }: { settlementId: string }) {
  const { t } = useWords(settlementWords)
  const options = useOptions(t, { kind: resultKinds, isDeducted: whether })
  const [kind, setKind] = useState<(typeof resultKinds)[number]>()
  const [isDeducted, setDeducted] = useState<(typeof whether)[number]>()
  const [current, setCurrent] = useState(1)
  const filter = {
    settlementId,
    ...(kind && { kind }),
    ...(isDeducted && { isDeducted: isDeducted === 'true' }),
  }
  const { data } = useAnswer(settlement.results, { body: { ...filter, current, size } })
  const { mutateAsync, isPending } = useSend(settlement.exportResults)
  const save = async () => {
    const { ticket } = await mutateAsync({
      body: { ...filter, format: 'xlsx', columns: [...resultColumns] },
    })
    if (ticket !== null) saveByTicket(ticket)
    else message.success(t('detail.exporting'))
  }
  return (
    <section className={classes.part} aria-label={t('action.results')}>
      <Group justify="space-between" align="flex-end" className={classes.head}>
        <h3 className={classes.title}>{t('action.results')}</h3>
        <Can use={settlement.exportResults}>
          <Button
            variant="default"
            size="xs"
            loading={isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {t('action.exportResults')}
          </Button>
        </Can>
      </Group>
      <div className={classes.filters}>
        <SelectField
          name="kind"
          label={t('field.kind')}
          options={options.kind}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setCurrent(1)
          }}
        />
        <SelectField
          name="isDeducted"
          label={t('field.isDeducted')}
          options={options.isDeducted}
          value={isDeducted}
          onChange={(next) => {
            setDeducted(next)
            setCurrent(1)
          }}
        />
      </div>
      {!data && <Skeleton count={5} />}
      {data && (
        <>
          <div className={classes.scroll}>
            <ResultTable rows={data.records} />
          </div>
          <ShortPager current={current} last={Math.ceil(data.total / size)} onTurn={setCurrent} />
        </>
      )}
    </section>
  )
}

function ResultTable({ rows }: { rows: readonly ResultRow[] }) {
  const { t, language } = useWords(settlementWords)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" data-number>
            {t('field.number')}
          </th>
          <th scope="col">{t('field.at')}</th>
          <th scope="col">{t('field.kind')}</th>
          <th scope="col">{t('field.refId')}</th>
          <th scope="col" data-number>
            {t('field.costFen')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <td data-number>{row.number}</td>
            <td>{formatInstant(row.at, language)}</td>
            <td>
              {t(`kind.${row.kind}`)} {row.isLate && <Badge color="orange">{t('detail.late')}</Badge>}
            </td>
            <td className={classes.reference}>{row.refId}</td>
            <td data-number>
              {formatFen(row.costFen, language)}
              {row.isDeducted && (
                <div className={classes.hint}>
                  {t('detail.deductedBy', {
                    fen: formatFen(row.baseFen, language),
                    draw: row.draw ?? 0,
                    rate: formatShare(row.deductionBp ?? 0, language),
                  })}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
