import { startReader } from '#platform/imports/reader'
import { productUvRows } from './rows.ts'

startReader(productUvRows)
