import { type ResolutionKind, resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { FormDialog } from '#kit/form/form-dialog.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { optionsOf } from '#kit/form/options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { UploadField } from '#kit/form/upload-field.tsx'
import { useEditor } from '#kit/form/use-editor.ts'
import { useWords } from '#kit/words/words.ts'

interface ResolveDialogProps {
  /** What it is about: exactly one of both. */
  suspenseId: string | null
  refundId: string | null
  /** Whose money it is, and how much. */
  about: string
  kinds: readonly [ResolutionKind, ...ResolutionKind[]]
  onClose: () => void
}

/** Files what becomes of a payment in suspense, or of a refund that its provider refused. Another person reviews it. */
export default function ResolveDialog({ suspenseId, refundId, about, kinds, onClose }: ResolveDialogProps) {
  const { t } = useWords(resolutionWords)
  const editor = useEditor({
    create: resolution.create,
    update: resolution.create,
    get: resolution.get,
    blank: {
      kind: kinds[0] as ResolutionKind,
      suspenseId,
      refundId,
      targetOrderId: null as string | null,
      reason: '',
      reference: '',
      voucherFileId: null as string | null,
    },
    onSaved: onClose,
  })
  const { draft, field } = editor
  const [kind, target] = [field('kind'), field('targetOrderId')]
  const [reference, voucher] = [field('reference'), field('voucherFileId')]
  return (
    <FormDialog
      title={refundId === null ? t('action.file') : t('action.byHand')}
      editor={editor}
      onClose={onClose}
      describe={(name) => ({ label: name, text: '' })}
    >
      <p>{about}</p>
      {kinds.length > 1 && (
        <SelectField
          label={t('field.kind')}
          options={optionsOf(kinds, (each) => t(`kind.${each}`))}
          isRequired
          {...kind}
          onChange={(next: ResolutionKind) => {
            kind.onChange(next)
            // What another way asks for is not sent.
            target.onChange(null)
            reference.onChange('')
            voucher.onChange(null)
          }}
        />
      )}
      <p>{t(`about.${draft.kind}`)}</p>
      {draft.kind === 'assign' && (
        <TextField
          label={t('field.targetOrderId')}
          placeholder={t('hint.whole')}
          isRequired
          {...target}
          value={target.value ?? ''}
          onChange={(text: string) => target.onChange(text.trim() === '' ? null : text.trim())}
        />
      )}
      {draft.kind === 'byHand' && (
        <>
          <TextField label={t('field.reference')} description={t('hint.reference')} {...reference} />
          <UploadField
            label={t('field.voucherFileId')}
            description={t('hint.voucher')}
            use="resolutionVoucher"
            most={1}
            {...voucher}
            value={voucher.value === null ? [] : [voucher.value]}
            onChange={(ids) => voucher.onChange(ids.at(-1) ?? null)}
          />
        </>
      )}
      <LongTextField label={t('field.reason')} isRequired {...field('reason')} />
      <p>{t('hint.review')}</p>
    </FormDialog>
  )
}
