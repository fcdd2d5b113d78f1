import { type Flow, type ProductCalls, product, productUv } from '@kabao/contract/supply/product'
import { productImport, productUvImport } from '@kabao/contract/supply/product-import'
import { productImportWords, productUvImportWords } from '@kabao/contract/supply/product-import.words'
import { productMachine, productUvMachine } from '@kabao/contract/supply/product-machine'
import type { ImportInto } from '#kit/import/into.ts'

/** One of the two lists of products. */
export interface ProductList {
  name: 'product' | 'productUv'
  flows: readonly Flow[]
  /** Whether its products lead to a partner's page. */
  hasTarget: boolean
  calls: ProductCalls
  machine: typeof productMachine
  into: ImportInto
}

export const plainList: ProductList = {
  name: 'product',
  flows: ['full', 'half'],
  hasTarget: false,
  calls: product,
  machine: productMachine,
  into: { use: productImport, words: productImportWords, named: { name: null, orgCode: null } },
}

export const uvList: ProductList = {
  name: 'productUv',
  flows: ['uv', 'city'],
  hasTarget: true,
  // The lists differ in the names of their endpoints and acts, on which their pages do not depend.
  calls: productUv as unknown as ProductCalls,
  machine: productUvMachine as unknown as typeof productMachine,
  into: {
    use: productUvImport,
    words: productUvImportWords,
    named: { name: null, orgCode: null, targetUrl: null },
  },
}
