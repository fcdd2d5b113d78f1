import { startReader } from '#platform/imports/reader'
import { voucherRows } from './rows.ts'

startReader(voucherRows)
