import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { crud } from './crud.ts'
import { type AnswerOf, area, type BodyOf, id, type ParamsOf, pageBody, version } from './kernel.ts'

const row = z.object({ id, name: z.string(), version })
const parts = {
  row,
  page: pageBody(['name'], 'name', {}),
  create: z.strictObject({ name: z.string() }),
  update: z.strictObject({ id, version, name: z.string() }),
}
const tree = area('tree', {
  ...crud({ path: '/tree', owned: true }, parts, {
    page: ['树', 'Trees'],
    get: ['一棵树', 'A tree'],
    create: ['种树', 'Plant a tree'],
    update: ['修改', 'Change a tree'],
    remove: ['砍树', 'Fell a tree'],
  }),
})

test('the endpoints are those that have a summary, at their paths, with their points', () => {
  expect(
    Object.values(tree).map(({ name, method, path, kind, point }) => [name, method, path, kind, point]),
  ).toEqual([
    ['tree.page', 'POST', '/tree/page', 'read', 'tree:page'],
    ['tree.get', 'GET', '/tree/{id}', 'read', 'tree:page'],
    ['tree.create', 'POST', '/tree', 'write', 'tree:create'],
    ['tree.update', 'PUT', '/tree', 'write', 'tree:update'],
    ['tree.remove', 'DELETE', '/tree/{id}', 'write', 'tree:delete'],
  ])
  expect(tree.page.lists).toEqual(['tree'])
})

test('rows that belong to somebody are so wherever one of them is named', () => {
  const owned = Object.entries(tree).filter(([, endpoint]) => 'owned' in endpoint && endpoint.owned)
  expect(owned.map(([key]) => key)).toEqual(['page', 'get', 'update', 'remove'])
  const common = crud({ path: '/tree' }, parts, { get: ['一棵树', 'A tree'] })
  expect(common.get).not.toHaveProperty('owned')
})

test('the types are those of the schemas', () => {
  expectTypeOf<AnswerOf<typeof tree.get>>().toEqualTypeOf<z.output<typeof row>>()
  expectTypeOf<AnswerOf<typeof tree.page>['records']>().toEqualTypeOf<z.output<typeof row>[]>()
  expectTypeOf<BodyOf<typeof tree.create>>().toEqualTypeOf<{ name: string }>()
  expectTypeOf<BodyOf<typeof tree.update>>().toEqualTypeOf<{ id: string; version: number; name: string }>()
  expectTypeOf<ParamsOf<typeof tree.remove>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<AnswerOf<typeof tree.remove>>().toEqualTypeOf<null>()
  expectTypeOf(tree).not.toHaveProperty('removeMany')
})
