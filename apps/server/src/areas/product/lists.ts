import { type Flow, type ProductCalls, product, productUv } from '@kabao/contract/product'
import { productMachine, productUvMachine } from '@kabao/contract/product-machine'
import { type RawBuilder, sql } from 'kysely'

/** One of the two lists of products. */
export interface List {
  name: 'product' | 'productUv'
  /** The page in the menu. */
  page: string
  calls: ProductCalls
  machine: typeof productMachine
  flows: readonly Flow[]
  /** The condition that a product `t` is of this list. Under the permission points of a list nobody meets another product. */
  only: RawBuilder<unknown>[]
}

const listOf = (
  name: List['name'],
  page: string,
  flows: readonly Flow[],
  calls: object,
  machine: object,
): List => ({
  name,
  page,
  flows,
  // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
  calls: calls as ProductCalls,
  machine: machine as typeof productMachine,
  only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
})

export const plainList = listOf('product', 'ProductList', ['full', 'half'], product, productMachine)
export const uvList = listOf('productUv', 'ProductUvList', ['uv', 'city'], productUv, productUvMachine)
export const lists = [plainList, uvList] as const
