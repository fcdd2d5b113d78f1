import { Button } from '#kit/controls/button.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { saveFile } from '#kit/file/download.ts'
import { FileImage } from '#kit/file/file-image.tsx'
import classes from './review.module.css'

interface VoucherProps {
  /** The file; null: there is none, and nothing is shown. */
  id: string | null
  title: string
  /** The name of the button that saves the file. */
  saveLabel: string
}

/** The voucher that was filed with a row: to look at, and to save. */
export function Voucher({ id, title, saveLabel }: VoucherProps) {
  if (id === null) return null
  return (
    <Facts title={title}>
      <div>
        <FileImage id={id} className={classes.voucher} alt={title} />
        <Button variant="default" size="compact-sm" onClick={() => void saveFile(id).catch(() => undefined)}>
          {saveLabel}
        </Button>
      </div>
    </Facts>
  )
}
