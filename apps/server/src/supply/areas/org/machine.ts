import type { OrgDetail } from '@kabao/contract/supply/org'
import type { orgMachine } from '@kabao/contract/supply/org-machine'
import type { z } from 'zod'
import { notFound } from '#platform/base/problem'
import type { Entity } from '#platform/machines/entity'
import { type List, lists } from './lists.ts'
import { masked } from './masked.ts'
import { findOrgs, rowsOfOrgs } from './queries.ts'

type Filter = z.output<List['calls']['enableMatching']['body']>['filter']

/** The rows of the state machine of a list. */
export const entityOf = (list: List): Entity<typeof orgMachine, OrgDetail, Filter> => ({
  machine: list.machine,
  table: 'org',
  only: list.only,
  ofOwner: () => [],
  async show(db, id) {
    const [row] = await findOrgs(db, list, [id])
    if (!row) throw notFound()
    return masked(row)
  },
  filter: list.calls.enableMatching.body.shape.filter,
  rows: (_, filter) => rowsOfOrgs(list, { ...filter, sort: 'createdAt' }),
})

export const entities = lists.map(entityOf)
