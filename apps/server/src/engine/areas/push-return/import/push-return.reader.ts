import { startReader } from '#platform/imports/reader'
import { pushReturnRows } from './rows.ts'

startReader(pushReturnRows)
