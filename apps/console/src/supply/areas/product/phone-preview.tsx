import type { ProductDetail } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import { memo } from 'react'
import { FileImage, formatFen, useWords } from '#kit'
import { RichText } from '#kit/rich-text/rich-text.tsx'
import classes from './phone-preview.module.css'

/** What a person sees of a product; a number is null while it is not entered. */
export type Previewed = Pick<ProductDetail, 'coverFileId' | 'name' | 'summary' | 'detail'> &
  Record<'faceFen' | 'priceFen' | 'validDays', number | null>

/** A product about as a person sees it on a phone. */
export default memo(function PhonePreview({
  coverFileId,
  name,
  summary,
  detail,
  faceFen,
  priceFen,
  validDays,
}: Previewed) {
  const { t, language } = useWords(productWords)
  const noCover = <div className={classes.noCover}>{t('preview.noCover')}</div>
  const isReduced = faceFen !== null && priceFen !== null && faceFen > priceFen
  return (
    <section aria-label={t('preview.title')} className={classes.phone}>
      {coverFileId === null ? (
        noCover
      ) : (
        <FileImage id={coverFileId} alt={name} className={classes.cover} fallback={noCover} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll it */}
      <div className={classes.body} tabIndex={0}>
        <p className={classes.price}>
          {priceFen !== null && formatFen(priceFen, language)}
          {isReduced && <del>{formatFen(faceFen, language)}</del>}
        </p>
        <p className={classes.name}>{name}</p>
        {summary !== '' && <p className={classes.quiet}>{summary}</p>}
        {validDays !== null && <p className={classes.quiet}>{t('preview.valid', { count: validDays })}</p>}
        {detail !== '' && (
          <div className={classes.detail}>
            <RichText html={detail} />
          </div>
        )}
      </div>
      <div className={classes.bar} aria-hidden>
        {t('preview.buy')}
      </div>
    </section>
  )
})
