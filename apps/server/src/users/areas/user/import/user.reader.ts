import { startReader } from '#platform/imports/reader'
import { userRows } from './rows.ts'

startReader(userRows)
