import { collection } from '@kabao/contract/payment/collection'
import { Fragment } from 'react'
import { ChoiceName } from '#kit/choice/choice-name.tsx'

/** Products of which only the ids are known, by their names. */
export const Products = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <ChoiceName use={collection.products} id={id} />
    </Fragment>
  ))
