import { startReader } from '#platform/imports/reader'
import { orgListRows } from './org-list.rows.ts'

startReader(orgListRows)
