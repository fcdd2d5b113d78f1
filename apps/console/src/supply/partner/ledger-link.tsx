import { Link } from 'react-router'
import { Anchor, formatFen, useLanguage, usePermission } from '#kit'
import { ledgerAddress, type Owner } from './ledger-address.ts'

/** An amount of an account, which leads to its ledger lines for who may see them. */
export function LedgerLink({ fen, ...owner }: Owner & { fen: number }) {
  const language = useLanguage()
  const maySee = usePermission('ledger:page')
  const text = formatFen(fen, language)
  return maySee ? (
    <Anchor component={Link} to={ledgerAddress(owner)}>
      {text}
    </Anchor>
  ) : (
    text
  )
}
