import { startReader } from '../../../imports/reader.ts'
import { productUvRows } from './rows.ts'

startReader(productUvRows)
