import type { ChannelRow } from '@kabao/contract/supply/channel'
import type { channelWords } from '@kabao/contract/supply/channel.words'
import { channelMachine } from '@kabao/contract/supply/channel-machine'
import { type ColumnsOf, StateBadge } from '#kit'

type Columns = ColumnsOf<ChannelRow, typeof channelWords>
type Column = Parameters<Columns>[0]

/** The columns that both lists begin with. */
const first = (column: Column) => [
  column.text('name', { width: 180, isSticky: true, grows: true }),
  column.text('code', { width: 116, copy: true }),
  column.text('landingUrl', { width: 240, isOptional: true, copy: true }),
  column.choice('flow', { width: 112 }),
  {
    ...column.choice('status', { width: 88 }),
    render: (row: ChannelRow) => <StateBadge of={channelMachine} state={row.status} />,
  },
  column.choice('settlement', { width: 200 }),
]
/** The columns that both lists end with. */
const last = (column: Column) => {
  const { t } = column
  const hide = t('action.hide')
  return [
    column.number('dailyCap', { width: 104, empty: t('unlimited') }),
    {
      ...column.text('allowedIps', { width: 180, isOptional: true }),
      text: ({ allowedIps }: ChannelRow) => allowedIps.join(' ') || t('anywhere'),
    },
    column.number('callsPerSecond', { width: 120, isOptional: true, empty: t('usual') }),
    column.text('ownerName', { width: 104 }),
    column.masked('contactName', { width: 128, hide }),
    column.masked('contactPhone', { width: 150, isOptional: true, hide }),
    column.masked('remark', { width: 180, isOptional: true }),
    column.text('id', { width: 120, isOptional: true, copy: true }),
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('updatedAt', { isOptional: true }),
  ]
}

export const columns: Columns = (column) => [
  ...first(column),
  column.money('priceFen', { width: 104 }),
  column.share('shareBp', { width: 104, isOptional: true }),
  column.share('deductionBp', { width: 104 }),
  ...last(column),
]

/** A joint login is paid for by visitors, and nothing is deducted in most contracts. */
export const uvColumns: Columns = (column) => [
  ...first(column),
  column.money('priceFen', { width: 104 }),
  column.share('shareBp', { width: 104 }),
  column.share('deductionBp', { width: 104, isOptional: true }),
  ...last(column),
]
