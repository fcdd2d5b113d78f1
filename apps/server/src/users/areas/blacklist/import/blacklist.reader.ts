import { startReader } from '#platform/imports/reader'
import { blacklistRows } from './rows.ts'

startReader(blacklistRows)
