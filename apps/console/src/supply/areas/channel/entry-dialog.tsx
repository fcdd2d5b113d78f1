import { type ChannelRow, type Flow, type Settlement, settlements } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { useNavigate } from 'react-router'
import {
  ChoiceField,
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
import { ChoiceName } from '#kit/choice/choice-name.tsx'
import { EntryForm, type EntryFormProps } from '#kit/entry/entry-form.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import { KeptField } from '#kit/form/stored-text-field.tsx'
import { valuesOf } from '#kit/form/values-of.ts'
import { partnerAddress } from '#partners'
import type { ChannelList } from './lists.ts'

/** Adds, edits or copies a channel. */
export default function EntryDialog({ of, ...props }: EntryFormProps & { of: ChannelList }) {
  return (
    <EntryForm get={of.calls.get} {...props}>
      {(loaded) => <ChannelForm of={of} onClose={props.onClose} {...loaded} />}
    </EntryForm>
  )
}

const blankOf = ({ flows, settlement }: ChannelList) => ({
  name: '',
  flow: flows[0] as Flow,
  settlement,
  priceFen: null as number | null,
  shareBp: null as number | null,
  deductionBp: 0 as number | null,
  dailyCap: null as number | null,
  allowedIps: [] as readonly string[],
  callsPerSecond: null as number | null,
  notifyUrl: null as string | null,
  ownerId: null as string | null,
  /** For an existing channel, an empty contact keeps the stored one, and null removes it. */
  contactName: '' as string | null,
  contactPhone: '' as string | null,
  remark: '',
})
type Blank = ReturnType<typeof blankOf>

/** The terms of a channel; its masked contact stays on the server. */
const draftOf = (blank: Blank, row: ChannelRow): Blank => ({
  ...valuesOf(blank, row),
  contactName: '',
  contactPhone: '',
})

interface FormProps {
  of: ChannelList
  entry?: ChannelRow
  from?: ChannelRow
  onClose: () => void
}

function ChannelForm({ of, entry, from, onClose }: FormProps) {
  const { calls, flows, name } = of
  const words = useWords(channelWords)
  const { t, language } = words
  const navigate = useNavigate()
  const blank = blankOf(of)
  const editor = useEditor({
    create: calls.create,
    update: calls.update,
    get: calls.get,
    entry,
    // A copy is for another partner: it gets a name of its own, and neither the contact, the addresses nor the note.
    blank: from
      ? {
          ...draftOf(blank, from),
          name: t('copyOf', { name: from.name }).slice(0, 60),
          remark: '',
          allowedIps: [],
          notifyUrl: null,
        }
      : blank,
    draftOf: (row) => draftOf(blank, row),
    onSaved: ({ id }) => {
      onClose()
      // What a new one still needs is on its page.
      if (!entry) void navigate(partnerAddress('Channel', of, id)('Detail'))
    },
  })
  const share = (basisPoints: number | null) =>
    basisPoints === null ? '' : formatShare(basisPoints, language)
  const describe = describeFields(words, {
    flow: (flow: Flow) => t(`flow.${flow}`),
    settlement: (settlement: Settlement) => t(`settlement.${settlement}`),
    priceFen: (fen: number | null) => (fen === null ? '' : formatFen(fen, language)),
    shareBp: share,
    deductionBp: share,
    dailyCap: (cap: number | null) => cap ?? t('unlimited'),
    allowedIps: (ips: readonly string[]) => ips.join(' '),
    callsPerSecond: (calls: number | null) => calls ?? t('usual'),
    ownerId: (id: string | null) => id && <ChoiceName use={calls.owners} id={id} />,
  })
  const settlement = editor.field('settlement')
  const price = editor.field('priceFen')
  const part = editor.field('shareBp')
  const ips = editor.field('allowedIps')
  const owner = editor.field('ownerId')
  const notify = editor.field('notifyUrl')
  return (
    <FormDialog
      title={t(`${entry ? 'edit' : 'add'}.${name}`)}
      editor={editor}
      onClose={onClose}
      describe={describe}
      width={720}
    >
      <FormRow>
        <TextField label={t('field.name')} isRequired {...editor.field('name')} />
        <SelectField
          label={t('field.flow')}
          options={optionsOf(flows, (each) => t(`flow.${each}`))}
          isRequired
          {...editor.field('flow')}
        />
      </FormRow>
      <FormRow>
        <SelectField
          label={t('field.settlement')}
          options={optionsOf(settlements, (each) => t(`settlement.${each}`))}
          isRequired
          {...settlement}
          onChange={(next: Settlement) => {
            settlement.onChange(next)
            // A settlement has either a price or a share.
            if (next === 'cps') price.onChange(null)
            else part.onChange(null)
          }}
        />
        {settlement.value === 'cps' ? (
          <PercentField label={t('field.shareBp')} isRequired {...part} />
        ) : (
          <MoneyField label={t('yuan', { title: t('field.priceFen') })} isRequired {...price} />
        )}
      </FormRow>
      <FormRow>
        <PercentField
          label={t('field.deductionBp')}
          description={t('hint.deductionBp')}
          isRequired
          {...editor.field('deductionBp')}
        />
        <NumberField
          label={t('field.dailyCap')}
          description={t('hint.dailyCap')}
          placeholder={t('hint.unlimited')}
          {...editor.field('dailyCap')}
        />
      </FormRow>
      <LongTextField
        label={t('field.allowedIps')}
        description={t('hint.allowedIps')}
        {...ips}
        value={ips.value.join('\n')}
        onChange={(text) => ips.onChange(text === '' ? [] : text.split('\n'))}
      />
      <TextField
        label={t('field.notifyUrl')}
        description={t('hint.notifyUrl')}
        {...notify}
        value={notify.value ?? ''}
        onChange={(text) => notify.onChange(text === '' ? null : text)}
      />
      <FormRow>
        <NumberField
          label={t('field.callsPerSecond')}
          placeholder={t('hint.callsPerSecond')}
          {...editor.field('callsPerSecond')}
        />
        <ChoiceField
          label={t('field.ownerId')}
          placeholder={t('hint.ownerId')}
          use={calls.owners}
          {...owner}
          value={owner.value ?? undefined}
          onChange={(next) => owner.onChange(next ?? null)}
        />
      </FormRow>
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
      <LongTextField label={t('field.remark')} {...editor.field('remark')} />
    </FormDialog>
  )
}
