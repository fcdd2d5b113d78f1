import type { ProductDetail } from '@kabao/contract/supply/product'
import type { productMachine } from '@kabao/contract/supply/product-machine'
import type { z } from 'zod'
import { notFound } from '#platform/base/problem'
import type { Entity } from '#platform/machines/entity'
import { type List, lists } from './lists.ts'
import { findProducts, rowsOfProducts } from './queries.ts'

type Filter = z.output<List['calls']['putOnSaleMatching']['body']>['filter']

/** The rows of the state machine of a list. */
export const entityOf = (list: List): Entity<typeof productMachine, ProductDetail, Filter> => ({
  machine: list.machine,
  table: 'product',
  only: list.only,
  ofOwner: () => [],
  dates: [
    { column: 'on_sale_from', act: 'begin' },
    { column: 'on_sale_to', act: 'end' },
  ],
  async show(db, id) {
    const [row] = await findProducts(db, list, [id])
    if (!row) throw notFound()
    return row
  },
  filter: list.calls.putOnSaleMatching.body.shape.filter,
  rows: (_, filter) => rowsOfProducts(list, { ...filter, sort: 'createdAt' }),
})

export const entities = lists.map(entityOf)
