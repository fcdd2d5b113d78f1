import { startReader } from '#platform/imports/reader'
import { clueRows } from './rows.ts'

startReader(clueRows)
