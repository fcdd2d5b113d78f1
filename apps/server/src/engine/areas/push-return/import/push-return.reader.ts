import { startReader } from '../../../imports/reader.ts'
import { pushReturnRows } from './rows.ts'

startReader(pushReturnRows)
