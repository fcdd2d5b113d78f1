import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import type { StateOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { fen } from '../kernel/money.ts'
import { personName, phone } from '../kernel/personal.ts'
import { cityCodes, regionCode } from '../kernel/region-code.ts'
import { jointFlows, plainFlows } from '../kernel/twin-lists.ts'
import { webAddress } from '../kernel/web-address.ts'
import { apiKeyEndpoints } from '../partners/api-key.ts'
import { partnerRequestEndpoints } from '../partners/open-request.ts'
import { templateStages } from '../partners/template.ts'
import { flows } from '../users/user.ts'
import { orgCapEndpoints } from './cap-limit.ts'
import { deliveryEndpoints } from './delivery.ts'
import { orgMachine, orgStatuses, orgUvMachine } from './org-machine.ts'
import { templateCalls } from './org-template.ts'
import { orgSetupEndpoint } from './setup.ts'

export type OrgStatus = StateOf<typeof orgMachine>
type Flow = (typeof flows)[number]

/** The most agreements of one organization. */
export const mostAgreements = 20

/** An agreement that people consent to. Name and version together name its text. */
const agreement = z.strictObject({ name: requiredText(60), version: requiredText(20), url: webAddress })
agreement.register(z.globalRegistry, { id: 'Agreement' })

const agreements = z
  .array(agreement)
  .max(mostAgreements, 'tooMany')
  .superRefine((given, context) => {
    const names = given.map(({ name }) => name)
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at) context.addIssue({ code: 'custom', path: [at, 'name'], message: 'taken' })
  })
  .default([])

const row = z.object({
  id,
  /** Given by a person or made by the service; it never changes. */
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  logoFileId: id.nullable(),
  flow: z.enum(flows),
  licenceNo: z.string(),
  /** Masked. */
  contactName: z.string(),
  /** Masked. */
  contactPhone: z.string(),
  /** Empty: the whole country. */
  cityCodes: z.array(z.string()),
  /** What the ledger has booked. */
  balanceFen: z.int(),
  /** The part of the balance that is held for pushes under way. */
  heldFen: z.int(),
  /** Balance less held: what new pushes can cost. */
  availableFen: z.int(),
  /** Below this available amount it is told that its balance is low; 0: never. */
  alertFen: z.int(),
  isLow: z.boolean(),
  /** Its calls failed so often that nobody is sent there for now. */
  isBreakerOpen: z.boolean(),
  /** The administrator who looks after it. */
  salesmanId: id.nullable(),
  salesmanName: z.string().nullable(),
  /** The number of its plans. */
  plans: z.int(),
  status: z.enum(orgStatuses),
  remark: z.string(),
  /** How many records refer to it, counted up to 1,000 of each kind; it can be deleted only if there are none. */
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Org' })

const detail = row.extend({
  /** Where it is called at each stage of its connection template, and how long it may take; empty without a template. */
  called: z.array(z.object({ stage: z.enum(templateStages), url: z.string(), timeoutMs: z.int() })),
  /** Where people sign in if its template has no login; only in a joint login. */
  loginUrl: z.string().nullable(),
  /** What is offered now. */
  agreements: z.array(agreement),
  /** Every version that was offered while it was enabled, the newest first; none of them can be changed. */
  offeredAgreements: z.array(agreement.extend({ offeredAt: instant })),
})
detail.register(z.globalRegistry, { id: 'OrgDetail' })

/** The columns of both lists, by name. */
export const orgColumns = [
  'id',
  'code',
  'name',
  'shortName',
  'flow',
  'cityCodes',
  'balanceFen',
  'heldFen',
  'availableFen',
  'alertFen',
  'salesmanName',
  'plans',
  'status',
  'licenceNo',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

/** `low`: below the alert. */
export const balanceStates = ['low', 'enough'] as const
/** The largest balance that a filter takes, in fen: ten billion yuan. */
const mostBalance = 1_000_000_000_000

/** How the two lists of organizations differ. */
interface List<N extends string> {
  name: N
  path: '/org' | '/org/uv'
  /** The flows of its organizations; the service shows and changes no others under its permission points. */
  flows: readonly [Flow, ...Flow[]]
  /** What its organizations are called within a sentence. */
  what: Words
  machine: typeof orgMachine
  /** The address where people sign in, if its organizations have one. */
  loginUrl: z.ZodType<string | null, string | null | undefined>
}

/** Other areas whose pages show names of organizations. */
const shownBy = ['plan', 'planUv', 'product', 'productUv', 'push', 'pushPlan'] as const

/** The endpoints of one list of organizations. */
function listOf<const N extends string>({ name, path, flows, what, machine, loginUrl }: List<N>) {
  const [zh, en] = what
  /** What belongs to a row of this list has the same paths in the other list. */
  const at = `/row/${name}` as const
  const flow = z.enum(flows, 'choice')
  const fields = {
    name: requiredText(60),
    shortName: text(20).default(''),
    /** If it is left out, the picture stays. */
    logoFileId: id.nullable().optional(),
    flow,
    licenceNo: text(40).default(''),
    /** If it is left out, it stays; the console can change the rest without seeing it. Null removes it. */
    contactName: personName.nullable().optional(),
    /** As `contactName`. */
    contactPhone: phone.nullable().optional(),
    cityCodes: cityCodes.default([]),
    loginUrl,
    agreements,
    alertFen: fen().default(0),
    salesmanId: id.nullable().default(null),
    remark: longText(500).default(''),
  }
  const code = z
    .string()
    .trim()
    .max(16, 'partnerCode')
    .regex(/^[a-z0-9]{4,16}$/, 'partnerCode')
  /** Without a code, the service makes one; without an alert, the organization gets that of the settings. */
  const create = z.strictObject({
    code: code.optional(),
    ...fields,
    alertFen: fen().nullable().default(null),
  })
  const update = z.strictObject({ id, version, ...fields })

  const page = pageBody(
    ['createdAt', 'updatedAt', 'name', 'balanceFen', 'availableFen', 'alertFen'],
    '-createdAt',
    {
      id: id.optional(),
      /** A part of the name, of the short name or of the code. */
      name: text(60).optional(),
      flow: flow.optional(),
      status: z.enum(orgStatuses, 'choice').optional(),
      /** A province, city or district: organizations that receive people of it, including those of the whole country. */
      cityCode: regionCode.optional(),
      /** Whether the available amount is below the alert. */
      balanceState: z.enum(balanceStates, 'choice').optional(),
      salesmanId: id.optional(),
      availableFrom: fen(mostBalance).optional(),
      availableTo: fen(mostBalance).optional(),
      createdFrom: instant.optional(),
      createdTo: instant.optional(),
    },
  )
  const affects = [name, ...shownBy]

  const plain = crud(
    { path, affects, protection: ['notice'] },
    {
      row,
      detail,
      page,
      export: exportBody(page, orgColumns),
      create,
      update,
      reveal: z.object({ contactName: z.string(), contactPhone: z.string() }),
    },
    { ...plainSummaries(what), reveal: [`查看${zh}的完整联系方式`, `Reveal the contact details of ${en}`] },
  )

  return area(name, {
    ...plain,
    reveal: { ...plain.reveal, path: `${at}/{id}/reveal` } as const,
    counts: countsOf(machine, { path, what }),
    ...choicesOf(name, {
      salesmen: 'admin',
      /** Those of this list, by name. */
      named: 'org',
    }),
    ...templateCalls(at, [zh, en]),
    ...actsOf(machine, { path, answer: detail, page, affects }),
    ...apiKeyEndpoints(at, { affects: [name], what: [zh, en] }),
    ...partnerRequestEndpoints(at, { name, what: [zh, en] }),
    ...deliveryEndpoints(at, { affects: [name], what }),
    ...orgCapEndpoints(at, { affects: [name], what }),
    ...orgSetupEndpoint(at, what),
  })
}

export const org = listOf({
  name: 'org',
  path: '/org',
  flows: plainFlows,
  what: ['机构', 'organizations'],
  machine: orgMachine,
  loginUrl: z.null().default(null),
})

export const orgUv = listOf({
  name: 'orgUv',
  path: '/org/uv',
  flows: jointFlows,
  what: ['联登机构', 'joint login organizations'],
  // The two machines differ only in their name, of which the endpoints here do not depend.
  machine: orgUvMachine as unknown as typeof orgMachine,
  loginUrl: webAddress,
})

export type OrgCalls = typeof org
export type OrgRow = z.output<typeof row>
export type OrgDetail = z.output<typeof detail>
export type OrgPage = z.output<typeof org.page.body>
export type OrgExport = z.output<typeof org.export.body>
export type Agreement = z.output<typeof agreement>
