import { startReader } from '#platform/imports/reader'
import { billRows } from './bill.rows.ts'

startReader(billRows)
