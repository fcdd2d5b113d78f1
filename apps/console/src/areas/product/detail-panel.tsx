import type { ProductDetail, ProductRow } from '@kabao/contract/product'
import { productWords } from '@kabao/contract/product.words'
import { lazy, Suspense, useState } from 'react'
import {
  ActButtons,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  FileImage,
  formatFen,
  formatInstant,
  formatNumber,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useActs,
  useAnswer,
  useWords,
} from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { RichText } from '#kit/rich-text/rich-text.tsx'
import classes from './detail.module.css'
import type { ProductList } from './lists.ts'
import { previewOf } from './preview-of.ts'

const PhonePreview = lazy(() => import('./phone-preview.tsx'))

interface DetailProps {
  of: ProductList
  onEdit: (row: ProductRow) => void
  onCopy: (row: ProductRow) => void
}

/** One product with its acts and its history. */
export default function DetailPanel({ panel, ...props }: DetailProps & { panel: RowPanelProps }) {
  const { t } = useWords(productWords)
  const answer = useAnswer(props.of.calls.get, { params: { id: panel.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...panel}>
      {(product) => <Product key={product.id} product={product} {...props} />}
    </RowPanel>
  )
}

function Product({ product, of, onEdit, onCopy }: DetailProps & { product: ProductDetail }) {
  const { t, language } = useWords(productWords)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const acts = useActs(of.machine, of.calls, product)
  const count = (number: number | null) => (number === null ? t('unlimited') : formatNumber(number, language))
  const at = (instant: string | null) => formatInstant(instant, language)
  return (
    <>
      <DetailHead name={product.name}>
        <StateBadge of={of.machine} state={product.status} />
      </DetailHead>
      <div className={classes.buttons}>
        <ActButtons acts={acts} />
        <Can use={of.calls.update}>
          <Button variant="default" onClick={() => onEdit(product)}>
            {t('action.edit')}
          </Button>
        </Can>
        <Can use={of.calls.create}>
          <Button variant="default" onClick={() => onCopy(product)}>
            {t('action.copy')}
          </Button>
        </Can>
        <Button
          variant="default"
          aria-pressed={isPreviewed}
          onClick={() => setIsPreviewed((before) => !before)}
        >
          {t('preview.title')}
        </Button>
      </div>
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
        <Fact label={t('field.stock')}>{count(product.stock)}</Fact>
        <Fact label={t('field.perUserLimit')}>{count(product.perUserLimit)}</Fact>
        <Fact label={t('field.sort')}>{count(product.sort)}</Fact>
        <Fact label={t('field.onSaleFrom')}>{at(product.onSaleFrom)}</Fact>
        <Fact label={t('field.onSaleTo')}>{at(product.onSaleTo)}</Fact>
        <Fact label={t('field.actsAt')}>{at(product.actsAt)}</Fact>
      </Facts>
      {product.summary !== '' && <Text title={t('field.summary')} text={product.summary} />}
      {product.detail !== '' && (
        <section>
          <h3 className={classes.heading}>{t('field.detail')}</h3>
          <RichText html={product.detail} />
        </section>
      )}
      <Facts title={t('detail.record')}>
        <Fact label={t('field.id')}>{product.id}</Fact>
        <Fact label={t('field.references')}>{count(product.references)}</Fact>
        <Fact label={t('field.createdBy')}>{product.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{at(product.createdAt)}</Fact>
        <Fact label={t('field.updatedBy')}>{product.updatedBy}</Fact>
        <Fact label={t('field.updatedAt')}>{at(product.updatedAt)}</Fact>
        <Fact label={t('field.remark')}>{product.remark}</Fact>
      </Facts>
      <RecordHistory kind="product" id={product.id} />
    </>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3 className={classes.heading}>{title}</h3>
    <p className={classes.text}>{text}</p>
  </section>
)
