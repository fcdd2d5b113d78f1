import { startReader } from '../../../imports/reader.ts'
import { clueRows } from './rows.ts'

startReader(clueRows)
