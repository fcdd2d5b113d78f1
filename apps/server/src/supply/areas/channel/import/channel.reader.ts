import { startReader } from '#platform/imports/reader'
import { channelRows } from './rows.ts'

startReader(channelRows)
