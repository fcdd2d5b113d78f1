import type { Agreement, OrgDetail } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { useNavigate } from 'react-router'
import {
  ChoiceField,
  CitiesField,
  describeFields,
  FormDialog,
  formatFen,
  LongTextField,
  MoneyField,
  optionsOf,
  SelectField,
  TextField,
  UploadField,
  useCitiesText,
  useEditor,
  useWords,
} from '#kit'
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { KeptField } from '#kit/form/stored-text-field.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { partnerAddress } from '#partners'
import { AgreementRows } from './agreements.tsx'
import classes from './detail.module.css'
import type { Flow, OrgList } from './lists.ts'

/** Adds, edits or copies an organization. */
export default function EntryDialog({ of, ...props }: EntryFormProps & { of: OrgList }) {
  return (
    <EntryForm get={of.calls.get} {...props}>
      {(loaded) => <OrgForm of={of} onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

const blankOf = ({ flows, isJoint }: OrgList) => ({
  /** Only for a new organization; empty: the service makes one. */
  code: '',
  name: '',
  shortName: '',
  logoFileId: null as string | null,
  flow: flows[0] as Flow,
  licenceNo: '',
  /** Of an existing organization, an empty text keeps the contact, and null removes it. */
  contactName: '' as string | null,
  contactPhone: '' as string | null,
  cityCodes: [] as string[],
  loginUrl: (isJoint ? '' : null) as string | null,
  agreements: [] as Agreement[],
  /** Of a new organization, null is the alert of the settings. */
  alertFen: null as number | null,
  salesmanId: null as string | null,
  remark: '',
})
type Blank = ReturnType<typeof blankOf>
/** What neither a copy nor the form of an existing organization begins with. */
const kept = { code: '', contactName: '', contactPhone: '' } as const

const draftOf = (blank: Blank, row: OrgDetail): Blank => ({
  ...valuesOf(blank, row),
  ...kept,
})

interface FormProps {
  of: OrgList
  entry?: OrgDetail
  from?: OrgDetail
  onClose: () => void
}

function OrgForm({ of, entry, from, onClose }: FormProps) {
  const { calls, flows, isJoint, name } = of
  const words = useWords(orgWords)
  const { t, language } = words
  const navigate = useNavigate()
  const blank = blankOf(of)
  const editor = useEditor({
    create: calls.create,
    update: calls.update,
    get: calls.get,
    entry,
    blank: from
      ? {
          ...draftOf(blank, from),
          name: t('copyOf', { name: from.name }).slice(0, 60),
          // A file belongs to one organization.
          logoFileId: null,
        }
      : blank,
    draftOf: (row) => draftOf(blank, row),
    onSaved: ({ id }) => {
      onClose()
      // What a new one still needs is on its page.
      if (!entry) void navigate(partnerAddress('Org', of, id)('Detail'))
    },
  })
  const cities = useCitiesText()
  const describe = describeFields(words, {
    flow: (each: Flow) => t(`flow.${each}`),
    cityCodes: (codes: string[]) => cities(codes),
    salesmanId: (id: string | null) => id && <ChoiceName use={calls.salesmen} id={id} />,
    alertFen: (fen: number | null) => (fen === null ? '' : formatFen(fen, language)),
    agreements: (rows: Agreement[]) =>
      rows.map((row) => `${row.name} ${row.version} ${row.url}`.trim()).join(' · '),
  })
  const salesman = editor.field('salesmanId')
  const logo = editor.field('logoFileId')
  return (
    <FormDialog
      title={t(`${entry ? 'edit' : 'add'}.${name}`)}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={760}
    >
      {from && <p className={classes.hint}>{t('hint.copied')}</p>}
      <FormRow>
        <TextField label={t('field.name')} isRequired {...editor.field('name')} />
        <TextField label={t('field.shortName')} {...editor.field('shortName')} />
      </FormRow>
      <FormRow>
        {!entry && (
          <TextField label={t('field.code')} description={t('hint.code')} {...editor.field('code')} />
        )}
        <SelectField
          label={t('field.flow')}
          options={optionsOf(flows, (each) => t(`flow.${each}`))}
          isRequired
          {...editor.field('flow')}
        />
        <TextField label={t('field.licenceNo')} {...editor.field('licenceNo')} />
      </FormRow>
      <ChoiceField
        label={t('field.salesmanId')}
        placeholder={t('hint.salesman')}
        use={calls.salesmen}
        {...salesman}
        value={salesman.value ?? undefined}
        onChange={(next) => salesman.onChange(next ?? null)}
      />
      <FormRow>
        <KeptField
          label={t('field.contactName')}
          stored={entry?.contactName || null}
          {...editor.field('contactName')}
        />
        <KeptField
          label={t('field.contactPhone')}
          stored={entry?.contactPhone || null}
          {...editor.field('contactPhone')}
        />
      </FormRow>
      <CitiesField label={t('field.cityCodes')} {...editor.field('cityCodes')} />
      {isJoint && (
        <TextField
          label={t('field.loginUrl')}
          description={t('hint.loginUrl')}
          placeholder={t('hint.url')}
          isRequired
          {...editor.field('loginUrl')}
          value={editor.draft.loginUrl ?? ''}
        />
      )}
      <MoneyField
        label={t('yuan', { title: t('field.alertFen') })}
        description={t('hint.alert')}
        placeholder={entry ? undefined : t('hint.standardAlert')}
        isRequired={entry !== undefined}
        {...editor.field('alertFen')}
      />
      <AgreementRows {...editor.field('agreements')} problems={editor.problems} />
      <UploadField
        label={t('field.logoFileId')}
        use="logo"
        {...logo}
        value={logo.value === null ? [] : [logo.value]}
        onChange={(ids) => logo.onChange(ids.at(-1) ?? null)}
      />
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}
