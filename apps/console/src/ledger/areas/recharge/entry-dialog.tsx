import { type RechargeWay, recharge, rechargeWays } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import {
  Badge,
  ChoiceField,
  Fact,
  Facts,
  FormDialog,
  formatFen,
  LongTextField,
  MoneyField,
  optionsOf,
  SelectField,
  UploadField,
  useAnswer,
  useEditor,
  useWords,
} from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'

/** Files a recharge. @param orgId the organization that it begins with */
export default function EntryDialog({ orgId, onClose }: { orgId: string | undefined; onClose: () => void }) {
  const { t } = useWords(rechargeWords)
  const editor = useEditor({
    create: recharge.create,
    update: recharge.create,
    get: recharge.get,
    blank: {
      orgId,
      way: rechargeWays[0] as RechargeWay,
      amountFen: null as number | null,
      voucherFileId: null as string | null,
      reason: '',
    },
    onSaved: onClose,
  })
  const { draft, field } = editor
  const [way, amount, voucher] = [field('way'), field('amountFen'), field('voucherFileId')]
  // A refund is typed without its sign.
  const signed = (fen: number | null, of: RechargeWay) => fen && (of === 'refund' ? -1 : 1) * Math.abs(fen)
  return (
    <FormDialog
      title={t('add')}
      editor={editor}
      onClose={onClose}
      describe={(name) => ({ label: name, text: '' })}
    >
      <ChoiceField
        label={t('field.orgId')}
        placeholder={t('hint.org')}
        isRequired
        use={recharge.orgs}
        {...field('orgId')}
      />
      {draft.orgId !== undefined && <Balance key={draft.orgId} orgId={draft.orgId} />}
      <FormRow>
        <SelectField
          label={t('field.way')}
          options={optionsOf(rechargeWays, (each) => t(`way.${each}`))}
          isRequired
          {...way}
          onChange={(next: RechargeWay) => {
            way.onChange(next)
            amount.onChange(signed(draft.amountFen, next))
          }}
        />
        <MoneyField
          label={t('field.amountYuan')}
          description={draft.way === 'refund' ? t('hint.refund') : undefined}
          isRequired
          {...amount}
          min={0}
          value={draft.amountFen && Math.abs(draft.amountFen)}
          onChange={(fen) => amount.onChange(signed(fen, draft.way))}
        />
      </FormRow>
      <UploadField
        label={t('field.voucherFileId')}
        description={t('hint.voucher')}
        use="voucher"
        most={1}
        {...voucher}
        value={voucher.value === null ? [] : [voucher.value]}
        onChange={(ids) => voucher.onChange(ids.at(-1) ?? null)}
      />
      <LongTextField
        label={t('field.reason')}
        description={t('hint.reason')}
        isRequired={draft.way === 'gift' || draft.way === 'refund'}
        {...field('reason')}
      />
      <p>{t('hint.review')}</p>
    </FormDialog>
  )
}

/** What the chosen organization has now. */
function Balance({ orgId }: { orgId: string }) {
  const { t, language } = useWords(rechargeWords)
  const { data } = useAnswer(recharge.balance, { params: { id: orgId } })
  const yuan = (fen: number | undefined) => (fen === undefined ? '' : formatFen(fen, language))
  return (
    <Facts title={t('detail.balance')}>
      <Fact label={t('field.availableFen')}>
        {yuan(data?.availableFen)} {data?.isLow && <Badge color="red">{t('low.mark')}</Badge>}
      </Fact>
      <Fact label={t('field.alertFen')}>{yuan(data?.alertFen)}</Fact>
      {data !== undefined && data.pendingFen > 0 && (
        <Fact label={t('field.pendingFen')}>{yuan(data.pendingFen)}</Fact>
      )}
    </Facts>
  )
}
