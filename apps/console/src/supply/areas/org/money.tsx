import type { OrgDetail } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { Badge, Fact, Facts, formatFen, useWords } from '#kit'
import { LedgerLink } from '../../partner/ledger-link.tsx'

/** What an organization has; each amount leads to its ledger lines. */
export function Money({ org }: { org: OrgDetail }) {
  const { t, language } = useWords(orgWords)
  const balance = (fen: number) => <LedgerLink by="orgId" id={org.id} fen={fen} />
  return (
    <Facts title={t('detail.money')}>
      <Fact label={t('field.availableFen')}>
        {balance(org.availableFen)} {org.isLow && <Badge color="red">{t('field.isLow')}</Badge>}
      </Fact>
      <Fact label={t('field.balanceFen')}>{balance(org.balanceFen)}</Fact>
      <Fact label={t('field.heldFen')}>{balance(org.heldFen)}</Fact>
      <Fact label={t('field.alertFen')}>
        {org.alertFen === 0 ? t('never') : formatFen(org.alertFen, language)}
      </Fact>
    </Facts>
  )
}
