import { startReader } from '../../../imports/reader.ts'
import { channelRows } from './rows.ts'

startReader(channelRows)
