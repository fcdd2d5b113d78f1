import { ledger } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { useState } from 'react'
import { Failure, formatFen, ShortPager, Skeleton, useAnswer, useWords } from '#kit'
import { DateTimeField } from '#kit/form/date-time-field.tsx'
import { SidePanel } from '#kit/form/side-panel.tsx'
import classes from './ledger.module.css'

/** The organizations on one page. */
const size = 50

/** The balances of all organizations at an instant that the reader chooses. */
export default function BalancesPanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords(ledgerWords)
  const [at, setAt] = useState<string | null>(null)
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useAnswer(
    ledger.balances,
    { body: { current, size, ...(at !== null && { at }) } },
    { placeholderData: (before) => before },
  )
  return (
    <SidePanel title={t('balances.title')} onClose={onClose}>
      <DateTimeField
        name="at"
        label={t('balances.at')}
        description={t('balances.hint')}
        value={at}
        onChange={(next) => {
          setAt(next)
          setCurrent(1)
        }}
      />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {data && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('field.orgName')}</th>
              <th scope="col">{t('field.orgCode')}</th>
              <th scope="col" className={classes.number}>
                {t('field.balanceFen')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.records.map((row) => (
              <tr key={row.orgId}>
                <th scope="row">{row.orgName}</th>
                <td>{row.orgCode}</td>
                <td className={classes.number}>{formatFen(row.balanceFen, language)}</td>
              </tr>
            ))}
          </tbody>
          {data.totals && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('balances.total')}
                </th>
                <td className={classes.number}>{formatFen(data.totals.balanceFen, language)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      <ShortPager
        current={current}
        last={Math.max(1, Math.ceil((data?.total ?? 0) / size))}
        onTurn={setCurrent}
      />
    </SidePanel>
  )
}
