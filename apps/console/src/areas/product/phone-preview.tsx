import type { ProductDetail } from '@kabao/contract/product'
import { productWords } from '@kabao/contract/product.words'
import { FileImage, formatFen, useWords } from '#kit'
import classes from './phone-preview.module.css'

/** A product about as a person sees it on a phone. */
export default function PhonePreview({ product }: { product: ProductDetail }) {
  const { t, language } = useWords(productWords)
  const { coverFileId, name, summary, detail, faceFen, priceFen, validDays } = product
  const noCover = <div className={classes.noCover}>{t('preview.noCover')}</div>
  return (
    <section aria-label={t('preview.title')} className={classes.phone}>
      {coverFileId === null ? (
        noCover
      ) : (
        <FileImage id={coverFileId} alt={name} className={classes.cover} fallback={noCover} />
      )}
      <div className={classes.body}>
        <p className={classes.price}>
          {formatFen(priceFen, language)}
          {faceFen > priceFen && <del>{formatFen(faceFen, language)}</del>}
        </p>
        <p className={classes.name}>{name}</p>
        {summary !== '' && <p className={classes.quiet}>{summary}</p>}
        <p className={classes.quiet}>{t('preview.valid', { count: validDays })}</p>
        {detail !== '' && <p className={classes.detail}>{detail}</p>}
      </div>
      <div className={classes.bar} aria-hidden>
        {t('preview.buy')}
      </div>
    </section>
  )
}
