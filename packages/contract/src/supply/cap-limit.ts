import * as z from 'zod'
import { type Endpoint, id, version } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { fen, whole } from '../kernel/money.ts'

/** The spans in which a cap counts: by the wall clock and by business days. */
export const capSpans = ['hour', 'day', 'month', 'all'] as const
export type CapSpan = (typeof capSpans)[number]

/** The most caps of one plan for channels. */
export const mostCaps = 200

const limits = {
  span: z.enum(capSpans, 'choice'),
  /** How many people; null: no limit. */
  most: whole(1, 1_000_000_000).nullable().default(null),
  /** For how much; null: no limit. */
  mostFen: fen(100_000_000_000).min(1, 'range').nullable().default(null),
}
/** What is used in the current span. */
const used = { used: z.int(), usedFen: z.int() }

const orgCap = z.strictObject(limits)
const shownOrgCap = z.object({ ...orgCap.shape, ...used })
shownOrgCap.register(z.globalRegistry, { id: 'OrgCap' })
const channelCap = z.strictObject({ channelId: id, ...limits })
channelCap.register(z.globalRegistry, { id: 'ChannelCapGiven' })
const shownChannelCap = z.object({ ...channelCap.shape, ...used, channelName: z.string().nullable() })
shownChannelCap.register(z.globalRegistry, { id: 'ChannelCap' })

/** Says at its row that a cap stands there twice, or limits nothing. */
function checkCaps(
  caps: readonly { span: CapSpan; channelId?: string; most: number | null; mostFen: number | null }[],
  issues: z.core.$ZodRawIssue[],
): void {
  const keys = caps.map(({ span, channelId = '' }) => `${span} ${channelId}`)
  caps.forEach(({ most, mostFen }, index) => {
    const say = (field: string, message: string) =>
      issues.push({ code: 'custom', input: undefined, path: [index, field], message })
    if (keys.indexOf(keys[index] as string) < index) say('span', 'taken')
    else if (most === null && mostFen === null) say('most', 'required')
  })
}

interface CapPlace {
  affects: readonly string[]
  what: Words
}

const callsOf = <
  const P extends `/${string}`,
  R extends z.ZodType<{ span: CapSpan }>,
  S extends z.ZodType<{ span: CapSpan; channelId?: string; most: number | null; mostFen: number | null }>,
>(
  path: P,
  { affects, what: [zh, en] }: CapPlace,
  { shown, given }: { shown: R; given: S },
) =>
  ({
    caps: {
      method: 'GET',
      path: `${path}/{id}/caps`,
      kind: 'read',
      summary: [`查看${zh}的接收上限`, `View caps of ${en}`],
      /** The version is that of the row that the caps belong to. */
      answer: z.object({ version: z.int(), caps: z.array(shown) }),
    },
    saveCaps: {
      method: 'PUT',
      path: `${path}/{id}/caps`,
      kind: 'write',
      affects,
      summary: [`编辑${zh}的接收上限`, `Edit caps of ${en}`],
      /** All caps: those that are left out end. */
      body: z.strictObject({
        version,
        caps: z
          .array(given)
          .max(mostCaps, 'tooMany')
          .check(({ value, issues }) => checkCaps(value, issues)),
      }),
      answer: z.object({ version: z.int(), caps: z.array(shown) }),
    },
  }) as const

/** The caps of organizations, within their area. @param path the path of the area; the id follows it */
export const orgCapEndpoints = <const P extends `/${string}`>(path: P, place: CapPlace) =>
  callsOf(path, place, { shown: shownOrgCap, given: orgCap })

/** The caps of plans by channel, within their area. @param path the path of the area; the id follows it */
export const channelCapEndpoints = <const P extends `/${string}`>(path: P, place: CapPlace) =>
  callsOf(path, place, { shown: shownChannelCap, given: channelCap })

type Place = 'area' | 'name' | 'access' | 'point' | 'byPerson' | 'lists' | 'affects' | 'keyed' | 'owned'
type Declared<M extends Record<string, object>> = {
  [K in keyof M]: Omit<M[K], Place> & Omit<Pick<Endpoint, Place>, 'access'> & { access: 'point' }
}
export type OrgCapCalls = Declared<ReturnType<typeof orgCapEndpoints<`/${string}`>>>
export type ChannelCapCalls = Declared<ReturnType<typeof channelCapEndpoints<`/${string}`>>>
export type OrgCap = z.output<typeof shownOrgCap>
export type ChannelCap = z.output<typeof shownChannelCap>
export type GivenCap = z.output<typeof orgCap> & { channelId?: string }
