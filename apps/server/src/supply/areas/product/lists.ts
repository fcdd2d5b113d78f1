import { type ProductCalls, product, productUv } from '@kabao/contract/supply/product'
import { productMachine, productUvMachine } from '@kabao/contract/supply/product-machine'
import { type TwinList, twinLists } from '#platform/crud/twin-lists'

/** One of the two lists of products. */
export type List = TwinList<ProductCalls, typeof productMachine>

export const lists = twinLists(
  { calls: product, machine: productMachine },
  { calls: productUv, machine: productUvMachine },
)
export const [plainList, uvList] = lists
