import { expect, test } from 'vitest'
import { nextSort } from './sort.ts'

const clicks = (name: string, defaultSort: string) => {
  const sorts = [defaultSort]
  for (let click = 0; click < 3; click++)
    sorts.push(nextSort({ sort: sorts.at(-1) as string, defaultSort }, name))
  return sorts.slice(1)
}

test('dates are sorted newest first, other fields smallest first', () => {
  expect(clicks('lastActiveAt', '-createdAt')).toEqual(['-lastActiveAt', 'lastActiveAt', '-createdAt'])
  expect(clicks('name', '-createdAt')).toEqual(['name', '-name', '-createdAt'])
})

test('the default order is offered only once', () => {
  expect(clicks('createdAt', '-createdAt')).toEqual(['createdAt', '-createdAt', 'createdAt'])
})
