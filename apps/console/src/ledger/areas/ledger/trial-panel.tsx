import type { LedgerCheckRow, Trial } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { Link } from 'react-router'
import { Anchor, formatFen, useWords } from '#kit'
import { SidePanel } from '#kit/form/side-panel.tsx'
import classes from './ledger.module.css'

/** The balance of each kind of account, and what the latest check found. */
export default function TrialPanel({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { t, language } = useWords(ledgerWords)
  return (
    <SidePanel title={t('trial.title')} onClose={onClose}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('field.accountKind')}</th>
            <th scope="col" className={classes.number}>
              {t('field.balanceFen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {trial.balances.map(({ kind, fen }) => (
            <tr key={kind}>
              <th scope="row">{t(`account.${kind}`)}</th>
              <td className={classes.number}>{formatFen(fen, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {trial.totalFen === 0
                ? t('trial.balanced')
                : t('trial.off', { amount: formatFen(trial.totalFen, language) })}
            </th>
            <td className={classes.number}>{formatFen(trial.totalFen, language)}</td>
          </tr>
        </tfoot>
      </table>
      {trial.check && trial.check.faults.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('check.title')}</h3>
          <ul className={classes.faults}>
            {trial.check.faults.map((fault) => (
              <li key={`${fault.kind} ${fault.orgName} ${fault.number} ${fault.transferId}`}>
                <Fault fault={fault} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </SidePanel>
  )
}

/** What is wrong with which entry; it links to the entry if there is one. */
function Fault({ fault }: { fault: LedgerCheckRow['faults'][number] }) {
  const { t } = useWords(ledgerWords)
  const { kind, orgName, channelName, number, transferId } = fault
  const owner = orgName ?? channelName ?? t('check.ownerless')
  const id = transferId ?? ''
  const entry = number === null ? t('check.looseEntry', { id }) : t('check.entry', { owner, number, id })
  const text = t(`check.fault.${kind}`, { owner, entry })
  return transferId === null || kind === 'removed' ? (
    text
  ) : (
    <Anchor component={Link} to={`?open=${transferId}`}>
      {text}
    </Anchor>
  )
}
