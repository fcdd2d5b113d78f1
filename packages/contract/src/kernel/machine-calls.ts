import * as z from 'zod'
import { batchAnswer, batchBody, batchCount, batchCountBody } from './batch-body.ts'
import { id, version } from './kernel.ts'
import type { Words } from './language.ts'
import {
  type Act,
  type ActOf,
  type AllOf,
  type AsksOf,
  type Machine,
  type SeveralOf,
  type StateOf,
  statesOf,
} from './machine.ts'

/** The path of an entity with states, and the response of its acts. */
interface Place<P extends `/${string}`, D extends z.ZodType, B> {
  /** The common path, below `/api`: `/feedback`. */
  path: P
  /** The response of an act on one row: the changed row. */
  answer: D
  /** The body of the list's page endpoint; an act on all matching rows takes its filters. */
  page: B
  /** The rows have owners, see `owned` of an endpoint. */
  owned?: true
  /** The areas whose data an act changes, see `affects` of an endpoint. */
  affects?: readonly string[]
}

const several = z.strictObject({ ids: z.array(id).min(1, 'required').max(200, 'tooMany') })
several.register(z.globalRegistry, { id: 'SeveralIds' })

/** How many rows were changed, and why the others were not. */
const severalDone = <S extends string>(states: readonly [S, ...S[]]) =>
  z.object({
    done: z.int(),
    skipped: z.array(
      z.object({ id, reason: z.enum(['notFound', 'wrongState']), status: z.enum(states).nullable() }),
    ),
  })

type PageBody = Parameters<typeof batchBody>[0]
interface Write {
  method: 'POST'
  kind: 'write'
  owned?: true
  point: string
  summary: Words
}
type BodyFor<M extends Machine, A extends ActOf<M>> = z.ZodObject<
  { version: typeof version } & AsksOf<M, A>,
  z.core.$strict
>
type StatesOf<M extends Machine> = ReturnType<typeof statesOf<M>>[number]

/** The endpoints of a machine's acts: `take`, `takeMany`, and for all matching rows `takeCount` and `takeMatching`. */
export type ActCalls<M extends Machine, P extends `/${string}`, D extends z.ZodType, B extends PageBody> = {
  [A in ActOf<M>]: Write & { path: `${P}/{id}/${A}`; body: BodyFor<M, A>; answer: D }
} & {
  [A in SeveralOf<M> as `${A}Many`]: Write & {
    path: `${P}/batch/${A}`
    body: typeof several
    answer: ReturnType<typeof severalDone<StatesOf<M>>>
  }
} & {
  [A in AllOf<M> as `${A}Count`]: Omit<Write, 'kind'> & {
    kind: 'read'
    path: `${P}/batch/${A}/count`
    body: z.ZodObject<{ filter: ReturnType<typeof batchBody<B['shape']>>['shape']['filter'] }, z.core.$strict>
    answer: typeof batchCount
  }
} & {
  [A in AllOf<M> as `${A}Matching`]: Write & {
    path: `${P}/batch/${A}/matching`
    body: ReturnType<typeof batchBody<B['shape']>>
    answer: typeof batchAnswer
  }
}

/** The endpoints of every act of a machine, for its `area`; those on one row come first. */
export function actsOf<
  const M extends Machine,
  const P extends `/${string}`,
  D extends z.ZodType,
  B extends PageBody,
>(machine: M, { path, answer, page, owned, affects }: Place<P, D, B>): ActCalls<M, P, D, B> {
  const done = severalDone(statesOf(machine))
  done.register(z.globalRegistry, { id: `${titleOf(machine)}Done` })
  const acts = Object.entries(machine.acts)
  const reviews = new Set(acts.flatMap(([name, act]) => (act.isReview ? (act.point ?? name) : [])))
  const isReviewed = reviews.size > 0
  const call = (name: string, act: Act, below: string, of: object) => ({
    method: 'POST',
    kind: 'write',
    path: `${path}${below}`,
    point: act.point ?? name,
    ...(owned && { owned }),
    ...(affects && { affects }),
    // A review is of two persons, and a program is none.
    ...(reviews.has(act.point ?? name) && { byPerson: true }),
    ...(isReviewed && { protection: act.isReview ? (['fourEyes'] as const) : (['audit'] as const) }),
    ...of,
  })
  const worded = ({ summary: [zh, en] }: Act, ofZh: string, ofEn: string): Words => [zh + ofZh, en + ofEn]
  const calls = [
    ...acts.map(([name, act]) => [
      name,
      call(name, act, `/{id}/${name}`, { summary: act.summary, body: bodyOf(act), answer }),
    ]),
    ...acts
      .filter(([, act]) => act.several)
      .map(([name, act]) => [
        `${name}Many`,
        call(name, act, `/batch/${name}`, {
          summary: worded(act, '：多条', ' (several)'),
          body: several,
          answer: done,
        }),
      ]),
    ...acts
      .filter(([, act]) => act.all)
      .flatMap(([name, act]) => [
        [
          `${name}Count`,
          call(name, act, `/batch/${name}/count`, {
            kind: 'read',
            affects: [],
            summary: worded(act, '：统计符合条件的数量', ' (count the matches)'),
            body: batchCountBody(page),
            answer: batchCount,
          }),
        ],
        [
          `${name}Matching`,
          call(name, act, `/batch/${name}/matching`, {
            summary: worded(act, '：符合条件的全部', ' (all matches)'),
            body: batchBody(page),
            answer: batchAnswer,
          }),
        ],
      ]),
  ]
  return Object.fromEntries(calls) as ActCalls<M, P, D, B> // entries lose which key has which value
}

/** The endpoint of the number of rows by state; one more than `exactTotal` means more than that. @param what what the rows are called within a sentence */
export const countsOf = <M extends Machine, const P extends `/${string}`>(
  machine: M,
  { path, what: [zh, en], owned }: { path: P; what: Words; owned?: true },
) =>
  ({
    method: 'GET',
    path: `${path}/counts`,
    kind: 'read',
    point: 'page',
    ...(owned && { owned }),
    summary: [`各状态的${zh}数`, `Number of ${en} by status`],
    answer: countsAnswer(machine),
  }) as const

/** One schema for lists with the same states, so that the API document has it once, under the name of the first. */
function countsAnswer<M extends Machine>(machine: M): z.ZodObject<Record<StateOf<M>, z.ZodInt>> {
  const states = statesOf(machine)
  const key = states.join()
  const known = answersByStates.get(key)
  const answer = known ?? z.object(Object.fromEntries(states.map((state) => [state, z.int()])))
  if (!known) answer.register(z.globalRegistry, { id: `${titleOf(machine)}Counts` })
  answersByStates.set(key, answer)
  return answer as z.ZodObject<Record<StateOf<M>, z.ZodInt>>
}
const answersByStates = new Map<string, z.ZodObject>()

/** The name of a machine as the beginning of the name of a schema. */
const titleOf = ({ name }: Machine) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The body of acts without input: one schema for all of them. */
export const seenVersion = z.strictObject({ version })
seenVersion.register(z.globalRegistry, { id: 'SeenVersion' })
const bodyOf = ({ asks }: Act) => (asks ? z.strictObject({ version, ...asks }) : seenVersion)
