import {
  type AdjustmentKind,
  type AdjustmentLink,
  adjustment,
  adjustmentKinds,
  adjustmentLinks,
  adjustmentOwners,
} from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { useState } from 'react'
import {
  ChoiceField,
  FormDialog,
  LongTextField,
  MoneyField,
  optionsOf,
  SelectField,
  TextField,
  useEditor,
  useWords,
} from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'

type Owner = (typeof adjustmentOwners)[number]

/** Files an adjustment or a reversal. */
export default function EntryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords(adjustmentWords)
  const [owner, setOwner] = useState<Owner>('org')
  const editor = useEditor({
    create: adjustment.create,
    update: adjustment.create,
    get: adjustment.get,
    blank: {
      kind: 'adjust' as AdjustmentKind,
      orgId: null as string | null,
      channelId: null as string | null,
      amountFen: null as number | null,
      linkKind: 'transfer' as AdjustmentLink,
      linkId: '',
      reason: '',
    },
    onSaved: onClose,
  })
  const { draft, field } = editor
  const [kind, orgId, channelId] = [field('kind'), field('orgId'), field('channelId')]
  const isReversal = draft.kind === 'reverse'
  const forget = () => {
    orgId.onChange(null)
    channelId.onChange(null)
  }
  const chosen = owner === 'org' ? orgId : channelId
  return (
    <FormDialog
      title={t('add')}
      editor={editor}
      onClose={onClose}
      describe={(name) => ({ label: name, text: '' })}
    >
      <SelectField
        label={t('field.kind')}
        description={isReversal ? t('hint.reverse') : undefined}
        options={optionsOf(adjustmentKinds, (each) => t(`kind.${each}`))}
        isRequired
        {...kind}
        onChange={(next: AdjustmentKind) => {
          kind.onChange(next)
          if (next === 'adjust') return
          // The transfer says whose balance changes and by how much.
          forget()
          field('amountFen').onChange(null)
          field('linkKind').onChange('transfer')
        }}
      />
      {!isReversal && (
        <>
          <FormRow>
            <SelectField
              label={t('field.ownerKind')}
              name="ownerKind"
              options={optionsOf(adjustmentOwners, (each) => t(`owner.${each}`))}
              isRequired
              value={owner}
              onChange={(next: Owner) => {
                setOwner(next)
                forget()
              }}
            />
            <ChoiceField
              key={owner}
              label={t(`owner.${owner}`)}
              placeholder={t('hint.org')}
              isRequired
              use={owner === 'org' ? adjustment.orgs : adjustment.channels}
              {...chosen}
              error={chosen.error ?? orgId.error}
              value={chosen.value ?? undefined}
              onChange={(id) => chosen.onChange(id ?? null)}
            />
          </FormRow>
          <MoneyField
            label={t('field.amountYuan')}
            description={t('hint.sign')}
            isRequired
            {...field('amountFen')}
          />
        </>
      )}
      <FormRow>
        {!isReversal && (
          <SelectField
            label={t('field.linkKind')}
            options={optionsOf(adjustmentLinks, (each) => t(`linkKind.${each}`))}
            isRequired
            {...field('linkKind')}
          />
        )}
        <TextField
          label={t(isReversal ? 'linkKind.transfer' : 'field.linkId')}
          placeholder={t(isReversal ? 'hint.transferId' : 'hint.linkId')}
          isRequired
          {...field('linkId')}
        />
      </FormRow>
      <LongTextField label={t('field.reason')} isRequired {...field('reason')} />
      <p>{t('hint.review')}</p>
    </FormDialog>
  )
}
