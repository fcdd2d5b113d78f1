import { memo } from 'react'
import { plainList } from './lists.ts'
import { ProductPage } from './product-page.tsx'

/** The products of the full and the half flow. */
export default memo(function PlainProducts() {
  return <ProductPage of={plainList} />
})
