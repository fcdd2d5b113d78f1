import { startReader } from '../../../imports/reader.ts'
import { blacklistRows } from './rows.ts'

startReader(blacklistRows)
