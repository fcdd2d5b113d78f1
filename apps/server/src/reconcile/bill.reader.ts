import { startReader } from '../imports/reader.ts'
import { billRows } from './bill.rows.ts'

startReader(billRows)
