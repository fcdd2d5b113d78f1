import type { ChannelExport } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import type { List } from './lists.ts'
import { landingUrl, rowsOfChannels } from './queries.ts'

const { field, flow, settlement, status, unlimited } = channelWords.tree
type Expression = ReturnType<typeof sql>
/** Basis points as a percentage: `12.5%`. */
const percent = (points: Expression) => sql`trim_scale(${points} / 100.0)::text || '%'`
/** A masked text; an empty one stays empty, because a mask would look like a value. */
const unlessEmpty = (text: Expression, masked: Expression) => sql`case when ${text} <> '' then ${masked} end`

/** A list of channels as a file, the personal data of contacts masked. */
export const channelExportOf = (list: List): ListExport<ChannelExport> => ({
  resource: list.name,
  body: list.calls.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    code: column.plain(field.code, sql`t.code`),
    landingUrl: column.plain(field.landingUrl, landingUrl),
    name: column.typed(field.name, sql`t.name`),
    flow: column.label(field.flow, sql`t.flow`, flow),
    settlement: column.label(field.settlement, sql`t.settlement`, settlement),
    priceFen: column.money(field.priceFen, sql`t.price_fen`),
    shareBp: column.plain(field.shareBp, percent(sql`t.share_bp`)),
    deductionBp: column.plain(field.deductionBp, percent(sql`t.deduction_bp`)),
    dailyCap: column.orWord(field.dailyCap, sql`t.daily_cap`, unlimited),
    allowedIps: column.plain(field.allowedIps, sql`array_to_string(t.allowed_ips, ' ')`),
    callsPerSecond: column.number(field.callsPerSecond, sql`t.calls_per_second`),
    ownerName: column.typed(field.ownerName, sql`owner.name`),
    contactName: column.typed(
      field.contactName,
      unlessEmpty(sql`t.contact_name`, maskedName(sql`t.contact_name`)),
    ),
    contactPhone: column.plain(
      field.contactPhone,
      unlessEmpty(sql`t.contact_phone`, maskedPhone(sql`t.contact_phone`)),
    ),
    status: column.label(field.status, sql`t.status`, status),
    remark: column.typed(field.remark, maskedText(sql`t.remark`)),
    ...column.changes(field),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) =>
    rowsOfChannels(list, page, owner),
})
