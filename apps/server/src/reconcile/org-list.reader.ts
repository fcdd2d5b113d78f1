import { startReader } from '../imports/reader.ts'
import { orgListRows } from './org-list.rows.ts'

startReader(orgListRows)
