import type { SettlementDetail } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { Badge, formatFen, formatNumber, useWords } from '#kit'
import classes from './settlement.module.css'

/** The frozen sums of a settlement, by day and kind of result. */
export function Lines({ row: { lines, results, deducted, baseFen, amountFen } }: { row: SettlementDetail }) {
  const { t, language } = useWords(settlementWords)
  const count = (value: number) => formatNumber(value, language)
  const money = (fen: number) => formatFen(fen, language)
  return (
    <section className={classes.part} aria-label={t('action.lines')}>
      <h3 className={classes.title}>{t('action.lines')}</h3>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('field.businessDay')}</th>
              <th scope="col">{t('field.kind')}</th>
              <th scope="col" data-number>
                {t('field.results')}
              </th>
              <th scope="col" data-number>
                {t('field.deducted')}
              </th>
              <th scope="col" data-number>
                {t('field.baseFen')}
              </th>
              <th scope="col" data-number>
                {t('field.costFen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.businessDay} ${line.kind} ${line.isLate}`}>
                <td>
                  {line.businessDay} {line.isLate && <Badge color="orange">{t('detail.late')}</Badge>}
                </td>
                <td>{t(`kind.${line.kind}`)}</td>
                <td data-number>{count(line.results)}</td>
                <td data-number>{count(line.deducted)}</td>
                <td data-number>{money(line.baseFen)}</td>
                <td data-number>{money(line.costFen)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('field.amountFen')}
              </th>
              <td data-number>{count(results)}</td>
              <td data-number>{count(deducted)}</td>
              <td data-number>{money(baseFen)}</td>
              <td data-number>{money(amountFen)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={classes.hint}>{t('detail.deductedHint')}</p>
      {lines.some(({ isLate }) => isLate) && <p className={classes.hint}>{t('detail.lateHint')}</p>}
    </section>
  )
}
