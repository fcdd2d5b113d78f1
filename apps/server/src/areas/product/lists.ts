import { type Flow, type ProductCalls, product, productUv } from '@kabao/contract/product'
import { productMachine, productUvMachine } from '@kabao/contract/product-machine'
import { type RawBuilder, sql } from 'kysely'

/** One of the two lists of products. */
export interface List {
  name: 'product' | 'productUv'
  calls: ProductCalls
  machine: typeof productMachine
  flows: readonly Flow[]
  /** The condition that a product `t` is of this list. Under the permission points of a list no other product is shown or changed. */
  only: RawBuilder<unknown>[]
}

const listOf = (name: List['name'], flows: readonly Flow[], calls: object, machine: object): List => ({
  name,
  flows,
  // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
  calls: calls as ProductCalls,
  machine: machine as typeof productMachine,
  only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
})

export const plainList = listOf('product', ['full', 'half'], product, productMachine)
export const uvList = listOf('productUv', ['uv', 'city'], productUv, productUvMachine)
export const lists = [plainList, uvList] as const
