import type { ProductRow } from '@kabao/contract/supply/product'
import { FileImage } from '#kit'
import classes from './name-with-cover.module.css'

/** The name of a product beside the thumbnail of its cover. */
export function NameWithCover({
  row: { name, coverFileId },
}: {
  row: Pick<ProductRow, 'name' | 'coverFileId'>
}) {
  return (
    <span className={classes.whole}>
      <span className={classes.cover}>
        {coverFileId !== null && <FileImage id={coverFileId} alt="" isThumbnail />}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  )
}
