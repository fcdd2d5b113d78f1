import { startReader } from '../../src/imports/reader.ts'
import { voucherRows } from './rows.ts'

startReader(voucherRows)
