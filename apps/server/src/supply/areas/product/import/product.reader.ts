import { startReader } from '../../../imports/reader.ts'
import { productRows } from './rows.ts'

startReader(productRows)
