import { startReader } from '#platform/imports/reader'
import { leadRows } from './rows.ts'

startReader(leadRows)
