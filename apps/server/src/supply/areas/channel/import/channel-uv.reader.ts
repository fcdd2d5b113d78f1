import { startReader } from '../../../imports/reader.ts'
import { channelUvRows } from './rows.ts'

startReader(channelUvRows)
