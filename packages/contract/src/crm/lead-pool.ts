import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { area, id, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { hideableFields } from './lead-fields.ts'

/** The public pool is there for everybody and there is one; a team's pool is for its members. */
export const leadPoolKinds = ['public', 'team'] as const
/** Waiting leads are counted up to here. */
export const mostWaitingCounted = 10_000

const rules = {
  /** The most open leads of this pool that one salesman holds. */
  maxHeld: whole(0, 100_000).default(100),
  /** The most claims of one salesman in a business day; a lead that is given back returns no claim. */
  maxClaimsPerDay: whole(0, 10_000).default(50),
  /** How long who held a lead waits before claiming it again. */
  coolDownDays: whole(0, 365).default(7),
  /** How long a lead that was given back rests before anybody may claim it. */
  lockMinutes: whole(0, 10_080).default(30),
  /** After how many days without a follow-up a lead returns. */
  recycleDays: whole(1, 365).default(7),
  /** After how many days a lead that was not won returns, whatever the follow-ups. */
  protectDays: whole(1, 730).default(60),
  /** Within how many minutes a new lead is contacted; otherwise it goes to the next one. */
  firstContactMinutes: whole(1, 10_080).default(30),
  hiddenFields: z
    .array(z.enum(hideableFields, 'choice'))
    .max(hideableFields.length, 'tooMany')
    .refine((values) => new Set(values).size === values.length, 'taken')
    .default([]),
  /** Whether the service assigns its leads by weight. */
  isAutomatic: z.boolean('type').default(false),
}

const row = z.object({
  id,
  name: z.string(),
  kind: z.enum(leadPoolKinds),
  teamId: id.nullable(),
  teamName: z.string().nullable(),
  /** The salesman in charge; null: nobody. */
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  maxHeld: z.int(),
  maxClaimsPerDay: z.int(),
  coolDownDays: z.int(),
  lockMinutes: z.int(),
  recycleDays: z.int(),
  protectDays: z.int(),
  firstContactMinutes: z.int(),
  hiddenFields: z.array(z.enum(hideableFields)),
  isAutomatic: z.boolean(),
  /** Leads that wait in it, counted up to `mostWaitingCounted`; one more means more than that. */
  waiting: z.int(),
  /** Open leads of it that salesmen hold. */
  held: z.int(),
  remark: z.string(),
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'LeadPool' })

const fields = {
  name: requiredText(40),
  ownerId: id.nullable().default(null),
  ...rules,
  remark: longText(500).default(''),
}
/** A new pool is a team's; its team stays. */
const create = z.strictObject({ teamId: id, ...fields })
const update = z.strictObject({ id, version, ...fields })
const page = pageBody(['createdAt'], 'createdAt', { name: text(40).optional() })
const path = '/crm/pool'

const { page: see, get, create: add, update: edit, remove } = plainSummaries(['线索池', 'lead pools'])

/** The pools in which leads wait, and their rules. */
export const leadPool = area('leadPool', {
  ...crud(
    { path, affects: ['salesTeam', 'leadPool'] },
    { row, page, create, update },
    { page: see, get, create: add, update: edit, remove },
  ),
  ...choicesOf('leadPool', {
    teams: 'sales_team',
    owners: 'salesman',
  }),
})

export type LeadPoolRow = z.output<typeof row>
export type LeadPoolPage = z.output<typeof page>
