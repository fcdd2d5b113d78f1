import { expect, test } from 'vitest'
import { allPoints, areas } from '../app/areas.ts'
import { fileUses, mediaTypes, ruleOf } from './file.ts'

const uses = Object.keys(fileUses) as (keyof typeof fileUses)[]

test.each(uses)('%s names existing permission points of its area', (use) => {
  const { upload, read } = ruleOf(use)
  const named = [upload, read].flatMap((who) => (typeof who === 'string' ? [] : who))
  const isBuilt = (point: string) => Object.hasOwn(areas, point.split(':')[0] ?? '')
  const missing = named.filter((point) => isBuilt(point) && !allPoints().includes(point))
  expect(missing).toEqual([])
})

test('every image use has a maximum size in pixels and a name', () => {
  for (const use of uses) {
    const { types, maxSide } = ruleOf(use)
    if (types.some((type) => type.startsWith('image/'))) expect(maxSide).toBeGreaterThan(0)
    for (const type of types) expect(mediaTypes[type]).toBeDefined()
  }
})
