import { type TwinList, twinLists } from '#platform/crud/twin-lists'
import { type ProductCalls, product, productUv } from '../../../../../../packages/contract/src/product.ts'
import { productMachine, productUvMachine } from '../../../../../../packages/contract/src/product-machine.ts'

/** One of the two lists of products. */
export type List = TwinList<ProductCalls, typeof productMachine>

export const lists = twinLists(
  { calls: product, machine: productMachine },
  { calls: productUv, machine: productUvMachine },
)
export const [plainList, uvList] = lists
