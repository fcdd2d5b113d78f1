import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { ipRanges } from '../kernel/ip.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { fen, whole } from '../kernel/money.ts'
import { personName, phone } from '../kernel/personal.ts'
import type { SchemaProblem } from '../kernel/problems.ts'
import { jointFlows, plainFlows } from '../kernel/twin-lists.ts'
import { webAddress } from '../kernel/web-address.ts'
import { apiKeyEndpoints } from '../partners/api-key.ts'
import { partnerRequestEndpoints } from '../partners/open-request.ts'
import { flows } from '../users/user.ts'
import { channelMachine, channelUvMachine } from './channel-machine.ts'
import { channelSetupEndpoint } from './setup.ts'

/**
 * What a channel is paid for: a registration (`cpa`), an accepted push (`cpl`), a share of the revenue (`cps`), a unique visitor
 * (`cpuv`).
 */
export const settlements = ['cpa', 'cpl', 'cps', 'cpuv'] as const
export type Settlement = (typeof settlements)[number]
export const channelStatuses = statesOf(channelMachine)
export type ChannelStatus = StateOf<typeof channelMachine>
export type Flow = (typeof flows)[number]

/** A share in basis points, hundredths of a percent: 10,000 is all. */
const basisPoints = whole(0, 10_000)

const row = z.object({
  id,
  /** Made by the service and never used for another channel. */
  code: z.string(),
  /** The address of its landing page; null as long as the setting `channel.landingBase` is empty. */
  landingUrl: z.string().nullable(),
  name: z.string(),
  flow: z.enum(flows),
  /** Masked. */
  contactName: z.string(),
  /** Masked. */
  contactPhone: z.string(),
  settlement: z.enum(settlements),
  /** For each result; null for `cps`. */
  priceFen: z.int().nullable(),
  /** In basis points; null for every settlement but `cps`. */
  shareBp: z.int().nullable(),
  /** The agreed part of the results that is not paid for, in basis points. */
  deductionBp: z.int(),
  /** How many people it may bring on a business day; null: no limit. */
  dailyCap: z.int().nullable(),
  /** The addresses and networks that its requests may come from; none: anywhere. */
  allowedIps: z.array(z.string()),
  /** How many requests it may send in a second; null: the limit of the service. */
  callsPerSecond: z.int().nullable(),
  /** Where it is told of its orders; null: nowhere. */
  notifyUrl: z.string().nullable(),
  /** The administrator in charge; null: nobody. */
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  status: z.enum(channelStatuses),
  /** Phone and id numbers in it are masked. */
  remark: z.string(),
  /** How many records refer to it, counted up to 1,000 of each kind; it can be deleted only if there are none. */
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Channel' })

const revealed = z.object({ contactName: z.string(), contactPhone: z.string(), remark: z.string() })
revealed.register(z.globalRegistry, { id: 'ChannelReveal' })

/** The columns of both lists, by name. */
export const channelColumns = [
  'id',
  'code',
  'landingUrl',
  'name',
  'flow',
  'settlement',
  'priceFen',
  'shareBp',
  'deductionBp',
  'dailyCap',
  'allowedIps',
  'callsPerSecond',
  'ownerName',
  'contactName',
  'contactPhone',
  'status',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

/** How the two lists of channels differ. */
interface List<N extends string> {
  name: N
  path: '/channel' | '/channel/uv'
  /** The flows of its channels; the service shows and changes no others under its permission points. */
  flows: readonly [Flow, ...Flow[]]
  /** What its channels are called within a sentence. */
  what: Words
  machine: typeof channelMachine
}

/** The terms of the settlement: `cps` has a share and no price, every other settlement a price and no share. */
interface Terms {
  settlement: Settlement
  priceFen: number | null
  shareBp: number | null
}

/** The terms that are missing, or belong to another settlement, with their problems. */
export function termProblems({ settlement, priceFen, shareBp }: Terms): {
  [F in keyof Terms]?: SchemaProblem
} {
  const [own, other] =
    settlement === 'cps' ? (['shareBp', 'priceFen'] as const) : (['priceFen', 'shareBp'] as const)
  const given = { priceFen, shareBp }
  return {
    ...(given[own] === null && { [own]: 'required' }),
    ...(given[other] !== null && { [other]: settlement === 'cps' ? 'priceWithShare' : 'shareWithPrice' }),
  }
}

/** Says at its field what is wrong with the terms. */
function checkTerms({ value, issues }: Pick<z.core.ParsePayload<Terms>, 'value' | 'issues'>): void {
  for (const [field, message] of Object.entries(termProblems(value)))
    issues.push({ code: 'custom', input: undefined, path: [field], message })
}

/** The endpoints of one list of channels. */
function listOf<const N extends string>({ name, path, flows, what, machine }: List<N>) {
  const [zh, en] = what
  /** What belongs to a row of this list has the same paths in the other list. */
  const at = `/row/${name}` as const
  const flow = z.enum(flows, 'choice')
  const fields = {
    name: requiredText(60),
    flow,
    /** If name or phone of the contact is left out, it stays; the console can change the rest without seeing them. */
    contactName: personName.nullable().optional(),
    /** As `contactName`; null removes either. */
    contactPhone: phone.nullable().optional(),
    settlement: z.enum(settlements, 'choice'),
    priceFen: fen().nullable().default(null),
    shareBp: basisPoints.nullable().default(null),
    deductionBp: basisPoints.default(0),
    dailyCap: whole(1, 1_000_000_000).nullable().default(null),
    allowedIps: ipRanges,
    callsPerSecond: whole(1, 1_000).nullable().default(null),
    notifyUrl: webAddress.nullable().default(null),
    ownerId: id.nullable().default(null),
    remark: longText(500).default(''),
  }
  const create = z.strictObject(fields).check(checkTerms)
  const update = z.strictObject({ id, version, ...fields }).check(checkTerms)

  const page = pageBody(
    ['createdAt', 'updatedAt', 'priceFen', 'shareBp', 'deductionBp', 'dailyCap'],
    '-createdAt',
    {
      id: id.optional(),
      /** A part of the name. */
      name: text(60).optional(),
      /** The beginning of the code. */
      code: text(16).optional(),
      flow: flow.optional(),
      settlement: z.enum(settlements, 'choice').optional(),
      status: z.enum(channelStatuses, 'choice').optional(),
      ownerId: id.optional(),
      priceFrom: fen().optional(),
      priceTo: fen().optional(),
      createdFrom: instant.optional(),
      createdTo: instant.optional(),
    },
  )
  const place = { path, owned: true, affects: [name, 'user', 'push'] } as const

  const plain = crud(
    { ...place, protection: ['notice'] },
    { row, page, export: exportBody(page, channelColumns), create, update, reveal: revealed },
    { ...plainSummaries(what), reveal: [`查看${zh}联系人的完整信息`, `Reveal the contacts of ${en}`] },
  )

  return area(name, {
    ...plain,
    reveal: { ...plain.reveal, path: `${at}/{id}/reveal` } as const,
    counts: countsOf(machine, { path, what, owned: true }),
    ...choicesOf(name, {
      owners: 'admin',
      /** Those of this list, by name. */
      named: { of: 'channel', owned: true },
    }),
    ...actsOf(machine, { ...place, answer: row, page }),
    ...apiKeyEndpoints(at, { owned: true, affects: [name], what: [zh, en] }),
    ...partnerRequestEndpoints(at, { name, owned: true, what: [zh, en] }),
    ...channelSetupEndpoint(at, what),
  })
}

export const channel = listOf({
  name: 'channel',
  path: '/channel',
  flows: plainFlows,
  what: ['渠道', 'channels'],
  machine: channelMachine,
})

export const channelUv = listOf({
  name: 'channelUv',
  path: '/channel/uv',
  flows: jointFlows,
  what: ['联登渠道', 'joint login channels'],
  // The two machines differ only in their name, on which the endpoints here do not depend.
  machine: channelUvMachine as unknown as typeof channelMachine,
})

export type ChannelCalls = typeof channel
export type ChannelRow = z.output<typeof row>
export type ChannelPage = z.output<typeof channel.page.body>
export type ChannelExport = z.output<typeof channel.export.body>
