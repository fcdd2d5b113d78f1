import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import type { Statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { formatFen, formatNumber, useWords } from '#kit'
import classes from './statement.module.css'

/** A statement as it is printed: the balances, and the sums by type, plan and day. */
export function StatementSheet({ sheet }: { sheet: Statement }) {
  const { t, language } = useWords(statementWords)
  const { t: say } = useWords(ledgerWords)
  const fen = (amount: number) => formatFen(amount, language)
  const net = sheet.closingFen - sheet.openingFen
  const total = (transfers: number, sum: number) => (
    <tr>
      <th scope="row">{t('sheet.total')}</th>
      <td className={classes.number}>{formatNumber(transfers, language)}</td>
      <td className={classes.number}>{fen(sum)}</td>
    </tr>
  )
  const lines = (rows: readonly { key: string; name: string; transfers: number; fen: number }[]) =>
    rows.map((row) => (
      <tr key={row.key}>
        <th scope="row">{row.name}</th>
        <td className={classes.number}>{formatNumber(row.transfers, language)}</td>
        <td className={classes.number}>{fen(row.fen)}</td>
      </tr>
    ))
  const heads = (first: string) => (
    <tr>
      <th scope="col">{first}</th>
      <th scope="col" className={classes.number}>
        {t('sheet.transfers')}
      </th>
      <th scope="col" className={classes.number}>
        {t('sheet.fen')}
      </th>
    </tr>
  )
  return (
    <article className={classes.sheet}>
      <header>
        <h2 className={classes.title}>
          {sheet.orgName} · {t('sheet.title', { month: sheet.month })}
        </h2>
        <p className={classes.note}>
          {t('sheet.code')} {sheet.orgCode} · {t('sheet.period')} {sheet.month}-01 – {lastDayOf(sheet.month)}
        </p>
        {!sheet.isOver && <p className={classes.note}>{t('sheet.running')}</p>}
      </header>
      <dl className={classes.balances}>
        <div>
          <dt>{t('sheet.opening')}</dt>
          <dd>{fen(sheet.openingFen)}</dd>
        </div>
        <div>
          <dt>{t('sheet.net')}</dt>
          <dd>{fen(net)}</dd>
        </div>
        <div>
          <dt>{t('sheet.closing')}</dt>
          <dd>{fen(sheet.closingFen)}</dd>
        </div>
      </dl>
      <p className={classes.note}>{t('sheet.sum')}</p>
      {sheet.transfers === 0 ? (
        <p>{t('sheet.none')}</p>
      ) : (
        <>
          <h3 className={classes.heading}>{t('sheet.kinds')}</h3>
          <table className={classes.table}>
            <thead>{heads(t('field.kind'))}</thead>
            <tbody>
              {lines(sheet.kinds.map((row) => ({ ...row, key: row.kind, name: say(`kind.${row.kind}`) })))}
            </tbody>
            <tfoot>{total(sheet.transfers, net)}</tfoot>
          </table>
          {sheet.plans.length > 0 && (
            <>
              <h3 className={classes.heading}>{t('sheet.plans')}</h3>
              <table className={classes.table}>
                <thead>{heads(t('field.planName'))}</thead>
                <tbody>
                  {lines(
                    sheet.plans.map((row) => ({
                      ...row,
                      key: row.planId ?? '',
                      name: row.planName ?? t('sheet.noPlan'),
                    })),
                  )}
                </tbody>
                <tfoot>
                  {total(
                    sheet.plans.reduce((sum, { transfers }) => sum + transfers, 0),
                    sheet.plans.reduce((sum, row) => sum + row.fen, 0),
                  )}
                </tfoot>
              </table>
            </>
          )}
          <h3 className={classes.heading}>{t('sheet.days')}</h3>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('sheet.day')}</th>
                <th scope="col" className={classes.number}>
                  {t('sheet.transfers')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('sheet.fen')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('sheet.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sheet.days.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{row.day}</th>
                  <td className={classes.number}>{formatNumber(row.transfers, language)}</td>
                  <td className={classes.number}>{fen(row.fen)}</td>
                  <td className={classes.number}>{fen(row.closingFen)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('sheet.total')}</th>
                <td className={classes.number}>{formatNumber(sheet.transfers, language)}</td>
                <td className={classes.number}>{fen(net)}</td>
                <td className={classes.number}>{fen(sheet.closingFen)}</td>
              </tr>
            </tfoot>
          </table>
        </>
      )}
    </article>
  )
}

/** @param month `yyyy-mm` @returns the last day of it, `yyyy-mm-dd` */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
