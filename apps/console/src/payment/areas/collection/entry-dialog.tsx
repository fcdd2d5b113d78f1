import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import { inLanguage } from '@kabao/contract/kernel/language'
import { usualOverlapDays } from '@kabao/contract/partners/previous-secret'
import { type CollectionRow, collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import {
  type ProviderField,
  type ProviderKind,
  providerFields,
  providerKinds,
  templateSecretPrefix,
} from '@kabao/contract/payment/payment-provider'
import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import {
  ChoicesField,
  describeFields,
  FormDialog,
  formatFen,
  formatShare,
  LongTextField,
  MoneyField,
  NumberField,
  optionsOf,
  PercentField,
  SelectField,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { OverlapField, PreviousSecrets } from '#partners'
import { Products } from './products.tsx'
import { replacesReceiving } from './replaces.ts'
import { secretLabel } from './secret-label.ts'
import { TemplateSection } from './template/template-section.tsx'

/** Adds, edits or copies a collection channel. */
export default function EntryDialog(props: EntryFormProps) {
  return (
    <EntryForm get={collection.get} {...props}>
      {(loaded) => <CollectionForm onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

const blank = {
  name: '',
  provider: 'alipay' as ProviderKind,
  settings: {} as Record<string, string>,
  /** Only those that are entered anew; the stored ones never leave the service. */
  secrets: {} as Record<string, string>,
  /** Only of an edit: for how long the keys that it replaces stay valid. */
  overlapDays: usualOverlapDays as number | null,
  feeBp: 60 as number | null,
  minFen: 1 as number | null,
  maxFen: 5_000_000 as number | null,
  dailyLimitFen: null as number | null,
  weight: 100 as number | null,
  productIds: [] as readonly string[],
  remark: '',
}
type Blank = typeof blank

const draftOf = (row: CollectionRow): Blank => ({
  ...valuesOf(blank, { ...row, secrets: {}, overlapDays: usualOverlapDays }),
})

function CollectionForm({
  entry,
  from,
  onClose,
}: {
  entry?: CollectionRow
  from?: CollectionRow
  onClose: () => void
}) {
  const words = useWords(collectionWords)
  const { t, language } = words
  const editor = useEditor({
    create: collection.create,
    update: collection.update,
    get: collection.get,
    entry,
    blank: from
      ? { ...draftOf(from), name: t('copyOf', { name: from.name }).slice(0, 60), remark: '' }
      : blank,
    draftOf,
    onSaved: onClose,
  })
  const yuan = (title: string) => t('yuan', { title })
  const fen = (value: number | null) => (value === null ? t('unlimited') : formatFen(value, language))
  const describe = describeFields(words, {
    provider: (kind: ProviderKind) => t(`provider.${kind}`),
    settings: (values: Record<string, string>) => Object.keys(values).join(', '),
    secrets: (values: Record<string, string>) => Object.keys(values).join(', '),
    overlapDays: (days: number | null) => String(days ?? ''),
    feeBp: (basisPoints: number | null) => (basisPoints === null ? '' : formatShare(basisPoints, language)),
    minFen: fen,
    maxFen: fen,
    dailyLimitFen: fen,
    productIds: (ids: readonly string[]) => (ids.length === 0 ? t('everyProduct') : <Products ids={ids} />),
  })
  const provider = editor.field('provider')
  const hasTemplate = providerFields[provider.value].some(({ type }) => type === 'template')
  const [settings, secrets] = [editor.field('settings'), editor.field('secrets')]
  return (
    <FormDialog
      title={t(entry ? 'edit' : 'add')}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={hasTemplate ? 1_200 : 720}
    >
      <FormRow>
        <TextField label={t('field.name')} isRequired {...editor.field('name')} />
        <SelectField
          label={t('field.provider')}
          options={optionsOf(providerKinds, (kind) => t(`provider.${kind}`))}
          isRequired
          {...provider}
          onChange={(next: ProviderKind) => {
            provider.onChange(next)
            settings.onChange({})
            secrets.onChange({})
          }}
        />
      </FormRow>
      <FormRow>
        <NumberField
          label={t('field.weight')}
          description={t('hint.weight')}
          isRequired
          {...editor.field('weight')}
        />
        <PercentField label={t('field.feeBp')} isRequired {...editor.field('feeBp')} />
      </FormRow>
      <FormRow>
        <MoneyField label={yuan(t('field.minFen'))} isRequired {...editor.field('minFen')} />
        <MoneyField label={yuan(t('field.maxFen'))} isRequired {...editor.field('maxFen')} />
      </FormRow>
      <MoneyField
        label={yuan(t('field.dailyLimitFen'))}
        placeholder={t('hint.dailyLimit')}
        {...editor.field('dailyLimitFen')}
      />
      {providerFields[provider.value].map((field) =>
        field.type === 'template' ? (
          <TemplateSection
            key={`${provider.value} ${field.name}`}
            value={settings.value[field.name] ?? ''}
            onChange={(text) => settings.onChange({ ...settings.value, [field.name]: text })}
            refused={below('settings.', editor.problems)}
          />
        ) : (
          <ProviderInput
            key={`${provider.value} ${field.name}`}
            field={field}
            language={language}
            kept={
              field.isSecret && entry?.provider === provider.value && entry.secretNames.includes(field.name)
                ? t('hint.secret')
                : undefined
            }
            of={field.isSecret ? secrets : settings}
            error={editor.problems[`${field.isSecret ? 'secrets' : 'settings'}.${field.name}`]}
          />
        ),
      )}
      {secretsOfTemplate(settings.value.template).map(({ name, kind }) => {
        const Field = kind === 'rsaPublic' || kind === 'rsaPrivate' ? LongTextField : TextField
        return (
          <Field
            key={name}
            name={name}
            label={secretLabel(words, provider.value, name)}
            placeholder={entry?.secretNames.includes(name) ? t('hint.secret') : undefined}
            value={secrets.value[name] ?? ''}
            error={editor.problems[`secrets.${name}`]}
            onChange={(text) => {
              const { [name]: _, ...others } = secrets.value
              secrets.onChange(text === '' ? others : { ...others, [name]: text })
            }}
          />
        )
      })}
      {entry && replacesReceiving(entry, editor.draft) && <OverlapField {...editor.field('overlapDays')} />}
      {entry && (
        <PreviousSecrets
          use={collection.endSecret}
          ownerId={entry.id}
          of={entry.previousSecrets}
          nameOf={(name) => secretLabel(words, entry.provider, name)}
        />
      )}
      <ChoicesField
        label={t('field.productIds')}
        placeholder={t('hint.products')}
        use={collection.products}
        {...editor.field('productIds')}
      />
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}

/** The secrets that a template declares, once it can be read. */
function secretsOfTemplate(template: string | undefined): { name: string; kind: string }[] {
  try {
    const { secrets } = JSON.parse(template ?? '') as Partial<PaymentTemplate>
    return (secrets ?? []).flatMap(({ name, kind }) =>
      typeof name === 'string' && name !== '' ? [{ name: `${templateSecretPrefix}${name}`, kind }] : [],
    )
  } catch {
    return []
  }
}

/** The problems whose names begin with a prefix, without it. */
const below = (prefix: string, problems: FieldProblems): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, sentence]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), sentence]] : [],
    ),
  )

/** One value that the provider needs. */
function ProviderInput({
  field: { name, words, hint, type, isRequired, standard },
  language,
  kept,
  of: { value: values, onChange },
  error,
}: {
  field: ProviderField
  language: Parameters<typeof inLanguage>[1]
  /** What an empty field says of a secret that is stored already. */
  kept: string | undefined
  of: { value: Record<string, string>; onChange: (values: Record<string, string>) => void }
  error: string | undefined
}) {
  const Field = type === 'pem' ? LongTextField : TextField
  return (
    <Field
      name={name}
      label={inLanguage(words, language)}
      description={hint && inLanguage(hint, language)}
      placeholder={kept ?? standard}
      isRequired={isRequired && kept === undefined}
      value={values[name] ?? ''}
      error={error}
      onChange={(text) => {
        const { [name]: _, ...others } = values
        onChange(text === '' ? others : { ...others, [name]: text })
      }}
    />
  )
}
