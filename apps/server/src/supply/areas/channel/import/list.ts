import { join } from 'node:path'
import { channelImport, channelUvImport } from '@kabao/contract/supply/channel-import'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { ListImport } from '#platform/imports/list-import'
import { channelRows, channelUvRows, type Row } from './rows.ts'

const staged = {
  name: 'text',
  flow: 'text',
  settlement: 'text',
  priceFen: 'integer',
  shareBp: 'integer',
  deductionBp: 'integer',
  dailyCap: 'integer',
  allowedIps: 'text',
  callsPerSecond: 'integer',
  contactName: 'text',
  contactPhone: 'text',
  remark: 'text',
}

/** Nothing makes names unique, but a file that is sent twice must not add its channels twice. */
const there = (rows: RawBuilder<unknown>) => sql`
  select r.line, 'present' as state from ${rows} r
  where exists (select from channel c where c.flow = r.flow and c.name = r.name)`

/**
 * Adds channels, whose codes the table makes, and whose owner is the administrator who imports them, so that they are visible with the
 * data scope `own` too. A channel that was added in between is left out.
 */
async function add(db: Db, rows: RawBuilder<unknown>, { adminId }: { adminId: string }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into channel (name, flow, settlement, price_fen, share_bp, deduction_bp, daily_cap, allowed_ips, calls_per_second, contact_name, contact_phone, remark,
      owner_id, created_by, updated_by)
    select r.name, r.flow, r.settlement, r.price_fen, r.share_bp, r.deduction_bp, r.daily_cap,
      string_to_array(r.allowed_ips, ','), r.calls_per_second, r.contact_name, r.contact_phone,
      r.remark, ${adminId}, ${adminId}, ${adminId} from ${rows} r
    where not exists (select from channel c where c.flow = r.flow and c.name = r.name)
    order by r.line`.execute(db)
  return Number(numAffectedRows)
}

/** The imports into the two lists; existing channels stay unchanged. */
export const channelListImport: ListImport<Row> = {
  name: 'channel',
  endpoints: channelImport,
  rows: channelRows,
  reader: join(import.meta.dirname, 'channel.reader.ts'),
  page: 'ChannelList',
  staged,
  there,
  add,
}
export const channelUvListImport: ListImport<Row> = {
  name: 'channelUv',
  endpoints: channelUvImport,
  rows: channelUvRows,
  reader: join(import.meta.dirname, 'channel-uv.reader.ts'),
  page: 'ChannelUvList',
  staged,
  there,
  add,
}
