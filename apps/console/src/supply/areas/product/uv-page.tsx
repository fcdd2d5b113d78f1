import { memo } from 'react'
import { uvList } from './lists.ts'
import { ProductPage } from './product-page.tsx'

/** The products of the joint logins. */
export default memo(function UvProducts() {
  return <ProductPage of={uvList} />
})
