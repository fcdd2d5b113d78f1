import { plainText } from '@kabao/contract/kernel/rich-text'
import { coverRatio, type Flow, type ProductDetail, productKinds } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import {
  ChoiceField,
  DateTimeField,
  describeFields,
  FormDialog,
  formatFen,
  formatInstant,
  LongTextField,
  MoneyField,
  NumberField,
  optionsOf,
  SelectField,
  TextField,
  UploadField,
  useEditor,
  useWords,
} from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { RichTextField } from '#kit/rich-text/rich-text-field.tsx'
import classes from './entry-dialog.module.css'
import type { ProductList } from './lists.ts'
import { LivePreview } from './live-preview.tsx'

/** Adds, edits or copies a product. */
export default function EntryDialog({ of, ...props }: EntryFormProps & { of: ProductList }) {
  return (
    <EntryForm get={of.calls.get} {...props}>
      {(loaded) => <ProductForm of={of} onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

const blankOf = ({ flows, hasTarget }: ProductList) => ({
  name: '',
  kind: 'package' as ProductDetail['kind'],
  flow: flows[0] as Flow,
  orgId: null as string | null,
  coverFileId: null as string | null,
  summary: '',
  detail: '',
  faceFen: null as number | null,
  priceFen: null as number | null,
  validDays: null as number | null,
  stock: null as number | null,
  perUserLimit: null as number | null,
  targetUrl: (hasTarget ? '' : null) as string | null,
  sort: 0 as number | null,
  onSaleFrom: null as string | null,
  onSaleTo: null as string | null,
  remark: '',
})

interface FormProps {
  of: ProductList
  entry?: ProductDetail
  from?: ProductDetail
  onClose: () => void
}

function ProductForm({ of, entry, from, onClose }: FormProps) {
  const { calls, flows, hasTarget, name } = of
  const words = useWords(productWords)
  const { t, language } = words
  const blank = blankOf(of)
  const editor = useEditor({
    create: calls.create,
    update: calls.update,
    get: calls.get,
    entry,
    // A copy gets a name of its own, and neither the dates nor the cover of the other product.
    blank: from
      ? {
          ...copied(blank, from),
          name: t('copyOf', { name: from.name }).slice(0, 60),
          stock: from.hasPool ? null : from.stock,
        }
      : blank,
    onSaved: onClose,
  })
  const yuan = (fen: number | null) => (fen === null ? '' : formatFen(fen, language))
  const at = (instant: string | null) => (instant === null ? '' : formatInstant(instant, language))
  const describe = describeFields(words, {
    kind: (kind: ProductDetail['kind']) => t(`kind.${kind}`),
    flow: (flow: Flow) => t(`flow.${flow}`),
    orgId: (id: string | null) => id && <ChoiceName use={calls.orgs} id={id} />,
    faceFen: yuan,
    priceFen: yuan,
    onSaleFrom: at,
    onSaleTo: at,
    detail: plainText,
  })
  const orgId = editor.field('orgId')
  const flow = editor.field('flow')
  const cover = editor.field('coverFileId')
  const covers = cover.value === null ? [] : [cover.value]
  return (
    <FormDialog
      title={t(`${entry ? 'edit' : 'add'}.${name}`)}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={1040}
    >
      <div className={classes.sides}>
        <div className={classes.fields}>
          <TextField label={t('field.name')} isRequired {...editor.field('name')} />
          <FormRow>
            <SelectField
              label={t('field.kind')}
              options={optionsOf(productKinds, (kind) => t(`kind.${kind}`))}
              isRequired
              {...editor.field('kind')}
            />
            <SelectField
              label={t('field.flow')}
              options={optionsOf(flows, (each) => t(`flow.${each}`))}
              isRequired
              {...flow}
              onChange={(next: Flow) => {
                flow.onChange(next)
                // An organization has one flow.
                if (next !== flow.value) orgId.onChange(null)
              }}
            />
            <ChoiceField
              label={t('field.orgId')}
              placeholder={t('hint.orgId')}
              use={calls.orgs}
              given={{ flow: flow.value }}
              {...orgId}
              value={orgId.value ?? undefined}
              onChange={(next) => orgId.onChange(next ?? null)}
            />
          </FormRow>
          {hasTarget && (
            <TextField
              label={t('field.targetUrl')}
              placeholder={t('hint.targetUrl')}
              isRequired
              {...editor.field('targetUrl')}
              value={editor.draft.targetUrl ?? ''}
            />
          )}
          <FormRow>
            <MoneyField
              label={t('yuan', { title: t('field.faceFen') })}
              isRequired
              {...editor.field('faceFen')}
            />
            <MoneyField
              label={t('yuan', { title: t('field.priceFen') })}
              isRequired
              {...editor.field('priceFen')}
            />
            <NumberField label={t('field.validDays')} isRequired {...editor.field('validDays')} />
          </FormRow>
          <FormRow>
            <NumberField
              label={t('field.stock')}
              placeholder={t('hint.unlimited')}
              description={
                entry?.hasPool
                  ? t('hint.pool')
                  : entry?.left != null
                    ? t('hint.soldAndLeft', { sold: entry.sold, left: entry.left })
                    : t('hint.stock')
              }
              isDisabled={entry?.hasPool}
              {...editor.field('stock')}
            />
            <NumberField
              label={t('field.perUserLimit')}
              placeholder={t('hint.unlimited')}
              {...editor.field('perUserLimit')}
            />
            <NumberField label={t('field.sort')} placeholder={t('hint.sort')} {...editor.field('sort')} />
          </FormRow>
          <FormRow>
            <DateTimeField
              label={t('field.onSaleFrom')}
              description={t('hint.onSaleFrom')}
              {...editor.field('onSaleFrom')}
            />
            <DateTimeField
              label={t('field.onSaleTo')}
              description={t('hint.onSaleTo')}
              {...editor.field('onSaleTo')}
            />
          </FormRow>
          <UploadField
            label={t('field.coverFileId')}
            use="cover"
            cropTo={coverRatio}
            {...cover}
            value={covers}
            onChange={(ids) => cover.onChange(ids.at(-1) ?? null)}
          />
          <TextField label={t('field.summary')} {...editor.field('summary')} />
          <RichTextField label={t('field.detail')} {...editor.field('detail')} />
          <LongTextField label={t('field.remark')} {...editor.field('remark')} />
        </div>
        <div className={classes.preview}>
          <LivePreview draft={editor.draft} />
        </div>
      </div>
    </FormDialog>
  )
}

type Blank = ReturnType<typeof blankOf>
const copied = (blank: Blank, from: ProductDetail): Blank => ({
  ...valuesOf(blank, from),
  // A file belongs to one product.
  coverFileId: null,
  onSaleFrom: null,
  onSaleTo: null,
})
