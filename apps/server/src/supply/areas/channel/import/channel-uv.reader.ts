import { startReader } from '#platform/imports/reader'
import { channelUvRows } from './rows.ts'

startReader(channelUvRows)
