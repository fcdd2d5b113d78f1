import { startReader } from '../../../imports/reader.ts'
import { poolLinkRows } from './rows.ts'

startReader(poolLinkRows)
