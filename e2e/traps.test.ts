import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The traps of docs/specification/frame-traps.md. */
const traps = Array.from({ length: 54 }, (_, index) => index + 1)

test('every trap is checked by exactly one journey, which may check others too', () => {
  const numbers = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.e2e.ts'))
    .flatMap((name) => [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/trap (\d+): /g)])
    .map(([, number]) => Number(number))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(traps)
})
