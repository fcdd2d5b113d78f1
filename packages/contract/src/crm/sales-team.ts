import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { area, id, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { salesmanStatuses } from './salesman.ts'

/** How many members the list names; the number of all is beside them. */
export const mostMembersShown = 50

const row = z.object({
  id,
  name: z.string(),
  /** The salesman who sees the leads of the team; null: nobody. */
  headId: id.nullable(),
  headName: z.string().nullable(),
  /** Without those who left. */
  memberCount: z.int(),
  /** The first of them by id. */
  members: z.array(z.object({ id, name: z.string(), status: z.enum(salesmanStatuses) })),
  /** The pool of the team; null: it has none. */
  poolId: id.nullable(),
  poolName: z.string().nullable(),
  remark: z.string(),
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'SalesTeam' })

const fields = { name: requiredText(40), remark: longText(500).default('') }
/** A new team has no members yet, and so no head. */
const create = z.strictObject(fields)
const update = z.strictObject({ id, version, ...fields, headId: id.nullable().default(null) })
const page = pageBody(['createdAt'], '-createdAt', { name: text(40).optional() })
const path = '/crm/team'

const { page: see, get, create: add, update: edit, remove } = plainSummaries(['销售团队', 'sales teams'])

/** Teams of salesmen. */
export const salesTeam = area('salesTeam', {
  ...crud(
    { path, affects: ['salesman', 'salesTeam', 'leadPool'] },
    { row, page, create, update },
    { page: see, get, create: add, update: edit, remove },
  ),
  ...choicesOf('salesTeam', {
    /** Who can head a team: its members. */
    heads: { of: 'salesman', narrow: { teamId: id.optional() } },
  }),
})

export type SalesTeamRow = z.output<typeof row>
export type SalesTeamPage = z.output<typeof page>
