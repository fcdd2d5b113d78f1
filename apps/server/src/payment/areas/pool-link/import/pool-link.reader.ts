import { startReader } from '#platform/imports/reader'
import { poolLinkRows } from './rows.ts'

startReader(poolLinkRows)
