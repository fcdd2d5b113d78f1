import type { OrgRow } from '@kabao/contract/supply/org'
import type { orgWords } from '@kabao/contract/supply/org.words'
import { orgMachine } from '@kabao/contract/supply/org-machine'
import { Badge, CitiesText, type ColumnsOf, formatFen, StateBadge } from '#kit'
import { LedgerLink } from '../../partner/ledger-link.tsx'

/** The columns of both lists. */
export const columns: ColumnsOf<OrgRow, typeof orgWords> = (column) => {
  const { t, language } = column
  return [
    column.text('name', { width: 176, isSticky: true, grows: true }),
    column.text('code', { width: 116, copy: true }),
    column.choice('flow', { width: 104 }),
    {
      ...column.choice('status', { width: 112 }),
      render: (row: OrgRow) => (
        <>
          <StateBadge of={orgMachine} state={row.status} />{' '}
          {row.isBreakerOpen && <Badge color="red">{t('field.isBreakerOpen')}</Badge>}
        </>
      ),
    },
    {
      ...column.money('availableFen', { width: 176 }),
      render: ({ availableFen, isLow }: OrgRow) => (
        <>
          {isLow && <Badge color="red">{t('field.isLow')}</Badge>} {formatFen(availableFen, language)}
        </>
      ),
    },
    {
      ...column.money('balanceFen', { width: 128 }),
      render: ({ id, balanceFen }: OrgRow) => <LedgerLink by="orgId" id={id} fen={balanceFen} />,
    },
    column.money('heldFen', { width: 112, isOptional: true }),
    column.money('alertFen', { width: 124 }),
    {
      ...column.text('cityCodes', { width: 168 }),
      text: ({ cityCodes }: OrgRow) =>
        cityCodes.length === 0 ? t('wholeCountry') : t('cities', { count: cityCodes.length }),
      render: ({ cityCodes }: OrgRow) => <CitiesText codes={cityCodes} />,
    },
    column.text('salesmanName', { width: 104 }),
    column.number('plans', { width: 84 }),
    column.text('shortName', { width: 112, isOptional: true }),
    column.text('contactName', { width: 104, isOptional: true }),
    column.text('contactPhone', { width: 128, isOptional: true }),
    column.text('licenceNo', { width: 188, isOptional: true, copy: true }),
    column.text('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 120, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}
