import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { areas } from '../app/areas.ts'
import { batchWords } from '../app/batch.words.ts'
import { machines } from '../app/machines.ts'
import { batchActs } from './batch-body.ts'
import type { Endpoint } from './kernel.ts'
import { actNamesOf, allOf, isPossible, type Machine, machine, severalOf, statesOf } from './machine.ts'

const waiting = { words: ['等待', 'Waiting'], tone: 'waiting' } as const
const lamp = machine({
  name: 'lamp',
  states: { off: waiting, on: waiting },
  start: 'off',
  acts: {
    light: {
      from: ['off'],
      to: 'on',
      summary: ['开灯', 'Light'],
      button: ['开', 'On'],
      done: ['已开', 'Lit'],
    },
  },
  serviceActs: { burnOut: { from: ['on'], to: 'off', summary: ['烧坏', 'Burn out'] } },
})

test('an act is possible in the states that the table names, also one that only the service does', () => {
  expect([isPossible(lamp, 'light', 'off'), isPossible(lamp, 'light', 'on')]).toEqual([true, false])
  expect([isPossible(lamp, 'burnOut', 'on'), isPossible(lamp, 'burnOut', 'off')]).toEqual([true, false])
})

test('an act to or from a state that is not there does not compile', () => {
  const act = { summary: ['开灯', 'Light'], button: ['开', 'On'], done: ['已开', 'Lit'] } as const
  const parts = { name: 'lamp', states: { off: waiting, on: waiting }, start: 'off' } as const
  // @ts-expect-error there is no such state
  machine({ ...parts, acts: { light: { ...act, from: ['off'], to: 'bright' } }, serviceActs: {} })
  // @ts-expect-error there is no such state
  machine({ ...parts, acts: { light: { ...act, from: ['dark'], to: 'on' } }, serviceActs: {} })
  // @ts-expect-error there is no such state
  machine({ ...parts, start: 'dark', acts: {}, serviceActs: {} })
  expect(statesOf(parts as unknown as Machine)).toEqual(['off', 'on'])
})

test('no two machines have one name, and every batch of one has its name and words', () => {
  expect(new Set(machines.map(({ name }) => name)).size).toBe(machines.length)
  const batches = (machines as readonly Machine[]).flatMap((each) =>
    allOf(each).map((act) => `${each.name}.${act}`),
  )
  const ofMachines = batchActs.filter((act) => machines.some(({ name }) => act.startsWith(`${name}.`)))
  expect(ofMachines.toSorted()).toEqual(batches.toSorted())
  for (const each of machines as readonly Machine[]) {
    for (const act of allOf(each) as string[]) {
      const words = (batchWords.tree.act as Record<string, Record<string, unknown>>)[each.name]?.[act]
      expect(words).toEqual(each.acts[act]?.summary)
    }
  }
})

/** Money goes by what these set or lead to, but not by their acts. */
const moveNothing = [
  'difference',
  'channel',
  'channelUv',
  'org',
  'orgUv',
  'plan',
  'planUv',
  'product',
  'productUv',
  'collection',
  'poolLink',
  'pushPlan',
]

/** The fields of the rows that an act answers. */
const fieldsOf = ({ name, acts }: Machine): string[] => {
  const calls = (areas as unknown as Record<string, Record<string, Endpoint>>)[name] ?? {}
  const answer = calls[Object.keys(acts)[0] as string]?.answer
  return answer instanceof z.ZodObject ? Object.keys(answer.shape) : []
}

test('a machine whose rows have a sum names it, and whose it is, in each question', () => {
  const all = machines as readonly Machine[]
  const withSum = all.filter((each) => fieldsOf(each).some((field) => field.endsWith('Fen')))
  const moving = withSum.filter(({ name }) => !moveNothing.includes(name))
  expect(moving.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'adjustment',
      'changeRequest',
      'recharge',
      'settlement',
      'correction',
      'resolution',
    ]),
  )
  expect(all.filter(({ moves }) => moves)).toEqual(moving)
  for (const each of moving) {
    const named = [...(each.moves?.whose ?? []).flat(), each.moves?.fen]
    expect(fieldsOf(each)).toEqual(expect.arrayContaining(named))
    for (const [act, { question }] of Object.entries(each.acts))
      expect([each.name, act, question]).toEqual([each.name, act, expect.anything()])
  }
})

describe.each((machines as readonly Machine[]).map((each) => ({ name: each.name, each })))(
  '$name',
  ({ each }) => {
    const { name, states, start, acts, serviceActs } = each
    const all = [...Object.entries(acts), ...Object.entries(serviceActs)]

    test('every state can be reached, and every act has a name of its own', () => {
      const reached = new Set([start])
      for (const from of reached) for (const [, act] of all) if (act.from.includes(from)) reached.add(act.to)
      expect([...reached].toSorted()).toEqual(Object.keys(states).toSorted())
      expect(new Set(all.map(([act]) => act)).size).toBe(all.length)
      for (const [, { from }] of all) expect(from.length).toBeGreaterThan(0)
    })

    test('what is dangerous is asked first, by a question or by a form', () => {
      for (const act of Object.values(acts).filter(({ isDanger }) => isDanger))
        expect(act.question ?? act.asks).toBeDefined()
    })

    test('what is done to many asks for nothing, and says how many', () => {
      for (const act of [...severalOf(each), ...allOf(each)] as string[])
        expect(z.object(acts[act]?.asks ?? {}).safeParse({}).success).toBe(true)
      for (const act of severalOf(each) as string[])
        for (const title of acts[act]?.several?.title ?? []) expect(title).toContain('{{count}}')
    })

    test('what is done to all that match is not possible once it is done', () => {
      for (const act of allOf(each) as string[])
        expect(isPossible(each, act, acts[act]?.to as string)).toBe(false)
    })

    test('every act has its endpoints, all under its own point', () => {
      const calls = (areas as unknown as Record<string, Record<string, Endpoint>>)[name] ?? {}
      for (const act of actNamesOf(each)) {
        const keys = [
          act,
          ...(acts[act]?.several ? [`${act}Many`] : []),
          ...(acts[act]?.all ? [`${act}Count`, `${act}Matching`] : []),
        ]
        const point = `${name}:${acts[act]?.point ?? act}`
        expect(keys.map((key) => [key, calls[key]?.point])).toEqual(keys.map((key) => [key, point]))
        expect(calls[act]?.path.endsWith(`/{id}/${act}`)).toBe(true)
      }
    })
  },
)
