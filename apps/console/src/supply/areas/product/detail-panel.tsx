import type { ProductDetail, ProductRow } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import { lazy, Suspense, useState } from 'react'
import { Button, Fact, Facts, FileImage, formatFen, formatInstant, formatNumber, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { Section } from '#kit/detail/section.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { RichText } from '#kit/rich-text/rich-text.tsx'
import classes from './detail.module.css'
import type { ProductList } from './lists.ts'
import { previewOf } from './preview-of.ts'

const PhonePreview = lazy(() => import('./phone-preview.tsx'))

interface ProductProps extends EntryPanelProps<ProductRow> {
  of: ProductList
}

/** One product with its acts and its history. */
export default function DetailPanel({ panel, ...props }: ProductProps) {
  const { t } = useWords(productWords)
  return (
    <EntryPanel get={props.of.calls.get} title={t('detail.title')} panel={panel}>
      {(product) => <Product product={product} {...props} />}
    </EntryPanel>
  )
}

function Product({ product, of, ...todo }: Omit<ProductProps, 'panel'> & { product: ProductDetail }) {
  const { t, language } = useWords(productWords)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const count = (number: number | null) => (number === null ? t('unlimited') : formatNumber(number, language))
  const at = (instant: string | null) => formatInstant(instant, language)
  return (
    <>
      <EntryHead of={of} entry={product} words={productWords} {...todo}>
        <Button
          variant="default"
          aria-pressed={isPreviewed}
          onClick={() => setIsPreviewed((before) => !before)}
        >
          {t('preview.title')}
        </Button>
      </EntryHead>
      <Suspense>{isPreviewed && <PhonePreview {...previewOf(product)} />}</Suspense>
      {product.coverFileId !== null && (
        <FileImage id={product.coverFileId} className={classes.cover} alt={t('field.coverFileId')} />
      )}
      <Facts title={t('detail.sale')}>
        <Fact label={t('field.kind')}>{t(`kind.${product.kind}`)}</Fact>
        <Fact label={t('field.flow')}>{t(`flow.${product.flow}`)}</Fact>
        <Fact label={t('field.orgName')}>{product.orgName ?? t('ownProduct')}</Fact>
        {of.hasTarget && <Fact label={t('field.targetUrl')}>{product.targetUrl}</Fact>}
        <Fact label={t('field.faceFen')}>{formatFen(product.faceFen, language)}</Fact>
        <Fact label={t('field.priceFen')}>{formatFen(product.priceFen, language)}</Fact>
        <Fact label={t('field.validDays')}>{t('days', { count: product.validDays })}</Fact>
        {!product.hasPool && <Fact label={t('field.stock')}>{count(product.stock)}</Fact>}
        <Fact label={t('field.sold')}>{count(product.sold)}</Fact>
        <Fact label={t('field.left')}>{count(product.left)}</Fact>
        <Fact label={t('field.perUserLimit')}>{count(product.perUserLimit)}</Fact>
        <Fact label={t('field.sort')}>{count(product.sort)}</Fact>
        <Fact label={t('field.onSaleFrom')}>{at(product.onSaleFrom)}</Fact>
        <Fact label={t('field.onSaleTo')}>{at(product.onSaleTo)}</Fact>
        <Fact label={t('field.actsAt')}>{at(product.actsAt)}</Fact>
      </Facts>
      {product.summary !== '' && <Text title={t('field.summary')} text={product.summary} />}
      {product.detail !== '' && (
        <Section title={t('field.detail')}>
          <RichText html={product.detail} />
        </Section>
      )}
      <RecordFacts title={t('detail.record')} words={productWords} entry={product}>
        <Fact label={t('field.remark')}>{product.remark}</Fact>
      </RecordFacts>
      <RecordHistory kind="product" id={product.id} />
    </>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <Section title={title}>
    <p className={classes.text}>{text}</p>
  </Section>
)
