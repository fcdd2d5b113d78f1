import { startReader } from '#platform/imports/reader'
import { productRows } from './rows.ts'

startReader(productRows)
