import { ledger, type TransferRow } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { Anchor, Can, formatFen, formatInstant, useAnswer, useWords } from '#kit'
import { ledgerAddress, type Owner } from './ledger-address.ts'
import { LedgerLink } from './ledger-link.tsx'
import { Part } from './part.tsx'
import classes from './partner-page.module.css'

/** The latest ledger lines of a partner, each with the balance after it; of a channel it is what we owe it. */
export default function LedgerLines(props: Owner) {
  return (
    <Can use={ledger.page}>
      <Lines {...props} />
    </Can>
  )
}

/** The accounts whose balance belongs to a partner. */
const own = { orgId: 'prepaid', channelId: 'payable' } as const

function Lines({ by, id }: Owner) {
  const { t, language } = useWords(partnerPageWords)
  const { t: word } = useWords(ledgerWords)
  const answer = useAnswer(ledger.page, { body: { [by]: id, current: 1, size: 5 } })
  const yuan = (fen: number) => formatFen(fen, language)
  const signed = ({ creditKind, amountFen }: TransferRow) =>
    creditKind === own[by] ? `+${yuan(amountFen)}` : yuan(-amountFen)
  const address = ledgerAddress({ by, id })
  return (
    <Part title={t('ledger.title')} more={address} answer={answer} waiting={6}>
      {({ records }) =>
        records.length === 0 ? (
          <p className={classes.none}>{t('ledger.none')}</p>
        ) : (
          <>
            {by === 'channelId' && (
              <p className={classes.none}>
                {word('account.payable')}{' '}
                <LedgerLink by={by} id={id} fen={records[0]?.balanceAfterFen ?? 0} />
              </p>
            )}
            <ul className={classes.rows}>
              {records.map((row) => (
                <li key={row.id}>
                  <Anchor component={Link} to={`${address}&open=${row.id}`}>
                    {word(`kind.${row.kind}`)}
                  </Anchor>
                  <span className={classes.aside}>{formatInstant(row.at, language)}</span>
                  <span className={classes.amount}>{signed(row)}</span>
                  {row.balanceAfterFen !== null && (
                    <span className={classes.aside}>
                      {t('ledger.balance', { value: yuan(row.balanceAfterFen) })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Part>
  )
}
