import { join } from 'node:path'
import { sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { type Voucher, voucherCalls, voucherRows } from './rows.ts'

export const voucherImport: ListImport<Voucher> = {
  name: 'voucher',
  endpoints: voucherCalls,
  rows: voucherRows,
  reader: join(import.meta.dirname, 'voucher.reader.ts'),
  page: 'VoucherList',
  staged: { code: 'text', amount: 'bigint' },
  there: (rows) => sql`select r.line, 'present' as state from ${rows} r join voucher v on v.code = r.code`,
  async add(db, rows, { adminId }) {
    const { numAffectedRows = 0n } = await sql`
      insert into voucher (code, amount, created_by) select code, amount, ${adminId} from ${rows} r
      order by line on conflict (code) do nothing`.execute(db)
    return Number(numAffectedRows)
  },
}
