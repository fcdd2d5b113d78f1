import { expect, test } from 'vitest'
import { allPoints, pointsOf } from './areas.ts'
import { reviewPoints } from './machines.ts'
import { menu } from './menu.ts'
import { grantable, levelOf } from './role-tree.ts'
import { nodesOfStarter, onlyAdministrators, starterRoles } from './starter-roles.ts'

const pointsIn = (role: (typeof starterRoles)[number]) =>
  nodesOfStarter(role).filter((node) => node.includes(':'))

test('each permission point is in a starter role, or is for administrators only', () => {
  const inRoles = new Set(starterRoles.flatMap(pointsIn))
  const kept = new Set([...onlyAdministrators.areas.flatMap(pointsOf), ...onlyAdministrators.points])
  expect(allPoints().filter((point) => inRoles.has(point) === kept.has(point))).toEqual([])
  expect([...kept].filter((point) => !allPoints().includes(point))).toEqual([])
})

test('each word of a grant names points that there are', () => {
  for (const { code, grants } of starterRoles)
    for (const { areas, what } of grants)
      for (const word of what) {
        const named = areas
          .flatMap(pointsOf)
          .filter((point) => point.endsWith(`:${word}`) || levelOf(point) === word)
        expect(named, `${code}: ${word} of ${areas}`).not.toEqual([])
      }
})

test('a starter role has only nodes of the tree, and sees the list of each page that it has', () => {
  for (const role of starterRoles) {
    const nodes = new Set(nodesOfStarter(role))
    expect([...nodes].filter((node) => !grantable.has(node))).toEqual([])
    for (const page of menu.flatMap(({ pages }) => pages).filter(({ name }) => nodes.has(name))) {
      const [first] = pointsOf(page.areas[0] as string)
      expect(nodes, `${role.code}: ${page.name}`).toContain(first)
    }
  }
})

test('whoever reviews changes nothing else, so that nobody reviews what they filed', () => {
  const reviewers = starterRoles.filter((role) => pointsIn(role).some((point) => reviewPoints.has(point)))
  expect(reviewers.map(({ code }) => code)).toEqual(['financeReview'])
  for (const role of reviewers) {
    const changes = pointsIn(role).filter((point) => levelOf(point) === 'change')
    expect(changes.filter((point) => !reviewPoints.has(point))).toEqual([])
    expect([...reviewPoints.keys()].filter((point) => !changes.includes(point))).toEqual([])
  }
})
