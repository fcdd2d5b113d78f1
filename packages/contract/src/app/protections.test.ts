import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type Endpoint, isReveal } from '../kernel/kernel.ts'
import { isReviewAct, type Machine } from '../kernel/machine.ts'
import { areas } from './areas.ts'
import { machines } from './machines.ts'

const endpoints = Object.values(areas).flatMap((area) => Object.values(area) as Endpoint[])

/** The areas whose rows move money once a second person has approved them. */
const reviewed = new Set(
  (machines as readonly Machine[])
    .filter((machine) => Object.keys(machine.acts).some((act) => isReviewAct(machine, act)))
    .map(({ name }) => name),
)

/** An amount that is moved, an address that the service calls, or what it is called with. */
const moving = new Set([
  'amountFen',
  'notifyUrl',
  'loginUrl',
  'template',
  'settings',
  'secrets',
  'address',
  'payment.refundAloneFen',
])

/** The names of all fields of a body. */
function fieldsOf(body: z.ZodType): Set<string> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    if ('properties' in part && part.properties !== null)
      for (const name of Object.keys(part.properties as object)) found.add(name)
    for (const inner of Object.values(part)) walk(inner)
  }
  walk(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return found
}

/** Whether a write moves money, or gives data of people out. An import files rows as the form does. */
const needsProtection = ({ kind, area, name, path, body, point }: Endpoint): boolean =>
  kind === 'write' &&
  !name.includes('.import') &&
  (isReveal({ point }) ||
    path.endsWith('/export') ||
    reviewed.has(area) ||
    (body !== undefined && [...fieldsOf(body)].some((field) => moving.has(field))))

test('every write that moves money or gives data of people out says what keeps it from one person alone', () => {
  const found = endpoints.filter(needsProtection)
  expect(found.length).toBeGreaterThan(60)
  expect(found.filter(({ protection = [] }) => protection.length === 0).map(({ name }) => name)).toEqual([])
})

test('the reviews of every machine are declared as such, and so is what files a row for them', () => {
  for (const area of reviewed) {
    const own = endpoints.filter((each) => each.area === area && each.protection?.includes('fourEyes'))
    expect(own.map(({ name }) => name)).not.toEqual([])
    for (const { name, point } of endpoints.filter(
      (each) => each.area === area && /:(review|confirm)$/.test(each.point ?? ''),
    ))
      if (endpoints.find((each) => each.name === name)?.kind === 'write')
        expect([name, point, endpoints.find((each) => each.name === name)?.protection]).toEqual([
          name,
          point,
          ['fourEyes'],
        ])
  }
})

test('docs/security.md names every endpoint that a second person approves, or of which the owners are told', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8')
  const named = endpoints.filter(
    ({ protection = [] }) => protection.includes('fourEyes') || protection.includes('notice'),
  )
  expect(named.filter(({ name }) => !document.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
})
