import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@kabao/contract'
import { allPoints, endpoints } from '@kabao/contract/app/areas'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { examplePath, intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import { beforeAll, expect, test, vi } from 'vitest'
import { startApp } from './harness.ts'
import { call, isOfOne, ownScoped } from './matrix/check.ts'
import type { Sample } from './matrix/samples.ts'
import { callOf, createWorld, type World } from './matrix/world.ts'
import { newChannel, newOrg } from './open-caller.ts'

/*
 * Whoever may not see a thing gets the same answer as for a thing that does not exist: for every call that names one, the answers to
 * both are compared, with their codes, words and counts.
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()
let world: World
beforeAll(async () => {
  world = await createWorld(app)
})

/** Areas whose rows belong to who made them, whatever others may do. */
const personal = ['batch', 'exportTask', 'savedView', 'message']
/** Calls of these areas that are about everybody's rows, for those who have their point. */
const aboutEverybody = ['message.send']

/** Calls that name what everybody with the point may see; only the people whom they show belong to somebody. */
const aboutPeopleOf = ['errorEvent.people', 'plan.whyNotExamples', 'planUv.whyNotExamples']

/** Numbers that nothing has. */
const missingId = '999999999999'
const missingOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(missingOf)
    : typeof value === 'string' && /^\d+$/.test(value)
      ? missingId
      : typeof value === 'string' && /^[\da-f-]{36}$/.test(value)
        ? randomUUID()
        : value

/** The same call about things that do not exist. */
function missingIn({ params, query, body }: Sample): Sample {
  const fields = Object.entries((body ?? {}) as object).map(([name, value]) => [
    name,
    name === 'id' || name === 'ids' ? missingOf(value) : value,
  ])
  return {
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, missingOf(value) as string]),
    ),
    query,
    body: body && Object.fromEntries(fields),
  }
}

const told = ({ status, body }: { status: number; body: { data?: unknown } }) => {
  const { requestId: _, ...data } = (body.data ?? {}) as Record<string, unknown>
  return JSON.stringify([
    status,
    { ...body, data: body.data && !Array.isArray(body.data) ? data : body.data },
  ])
}

async function differing(some: readonly Endpoint[], tokenFor: (endpoint: Endpoint) => Promise<string>) {
  const found: string[] = []
  for (const endpoint of some) {
    const sample = callOf(endpoint, world)
    if (!isOfOne(sample)) continue
    const token = await tokenFor(endpoint)
    const [there, gone] = [
      await call(app, endpoint, sample, token),
      await call(app, endpoint, missingIn(sample), token),
    ]
    if (told(there) !== told(gone)) found.push(`${endpoint.name}: ${told(there)} and ${told(gone)}`)
  }
  return found
}

test('a caller who sees own rows only cannot tell another’s row from none', async () => {
  const owned = endpoints.filter(({ owned: isOwned, name }) => isOwned && !aboutPeopleOf.includes(name))
  expect(owned.length).toBeGreaterThan(100)
  expect(await differing(owned, async (endpoint) => (await ownScoped(app, endpoint)).token)).toEqual([])
})

test('nobody can tell what belongs to somebody else from nothing, whatever they may do', async () => {
  const { token } = await app.as(...allPoints())
  const some = endpoints.filter(({ area, name }) => personal.includes(area) && !aboutEverybody.includes(name))
  expect(await differing(some, async () => token)).toEqual([])
})

/** What a signed call names that another partner may have, by the place in its example. */
const named: Readonly<Record<string, (of: World) => Record<string, string>>> = {
  userState: ({ idOf }) => ({ id: idOf.user as string }),
  profile: ({ idOf }) => ({ id: idOf.user as string }),
  offers: ({ idOf }) => ({ id: idOf.user as string }),
  consent: ({ idOf }) => ({ id: idOf.user as string, planId: idOf.plan as string }),
  result: ({ idOf }) => ({ pushId: idOf.push as string }),
  order: ({ idOf }) => ({ userId: idOf.user as string }),
  orderByNo: ({ idOf }) => ({ no: idOf.order as string }),
  feedback: ({ idOf }) => ({ userId: idOf.user as string }),
}
/** Signed calls that name nothing of another partner, and those that answer whether a phone is known, which is counted. */
const others = ['visit', 'check', 'user', 'lead', 'jointLogin', 'ticket', 'cost']

const signed = intakeEndpoints.filter(({ access }) => access === 'signedIn') as OpenCall[]
const keyOf = ({ name }: OpenCall) => name.split('.')[1] as string

test('every signed call is compared, or names nothing of another partner', () => {
  expect(signed.map(keyOf).sort()).toEqual([...Object.keys(named), ...others].sort())
})

test.each(signed.filter((each) => keyOf(each) in named))(
  'a partner cannot tell what another one has from nothing: $name',
  async (each) => {
    const [channel, half, org] = [
      await newChannel(app),
      await newChannel(app, { flow: 'half' }),
      await newOrg(app),
    ]
    const given = named[keyOf(each)]?.(world) ?? {}
    for (const partner of each.caller === 'org' ? [org] : [channel, half]) {
      const answerTo = async (values: Record<string, string>) => {
        const inParams = Object.keys(each.example.params ?? {})
        const params = { ...each.example.params, ...pick(values, inParams) }
        const path = examplePath({ path: each.path, example: { ...each.example, params } }).slice(
          intakePrefix.length,
        )
        const rest = Object.keys(values).filter((name) => !inParams.includes(name))
        const body = each.body && { ...(each.example.body as object), ...pick(values, rest) }
        return told(await partner.call(each.method as 'GET', path, body))
      }
      const gone = Object.fromEntries(Object.keys(given).map((name) => [name, missingId]))
      expect(await answerTo(given)).toBe(await answerTo(gone))
    }
  },
)

const pick = (values: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
