import { type SettlementRow, settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { useState } from 'react'
import { Button, Can, Group, message, saveFile, UploadField, useProblems, useSend, useWords } from '#kit'
import { Refusal } from '#kit/call/refusal.ts'
import classes from './settlement.module.css'

/** The voucher of a payment: to look at, and to upload while the payment is not recorded yet. */
export function Voucher({ row }: { row: SettlementRow }) {
  const { t } = useWords(settlementWords)
  const { id, status, voucherFileId } = row
  if (status !== 'confirmed' && voucherFileId === null) return null
  return (
    <section className={classes.part} aria-label={t('field.voucher')}>
      <Group justify="space-between" className={classes.head}>
        <h3 className={classes.title}>{t('field.voucher')}</h3>
        {voucherFileId === null ? (
          <span className={classes.hint}>{t('detail.noVoucher')}</span>
        ) : (
          <Button
            variant="default"
            size="xs"
            onClick={() => void saveFile(voucherFileId).catch(() => undefined)}
          >
            {t('action.showVoucher')}
          </Button>
        )}
      </Group>
      {status === 'confirmed' && (
        <Can use={settlement.voucher}>
          <VoucherForm key={`${id} ${row.version}`} row={row} />
        </Can>
      )}
    </section>
  )
}

function VoucherForm({ row: { id, version } }: { row: SettlementRow }) {
  const { t } = useWords(settlementWords)
  const [ids, setIds] = useState<readonly string[]>([])
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(settlement.voucher)
  const save = async () => {
    const [voucherFileId = null] = ids
    try {
      await mutateAsync({ params: { id }, body: { version, voucherFileId } })
      message.success(t('detail.voucherSaved'))
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <>
      <UploadField
        name="voucherFileId"
        label={t('field.voucher')}
        description={t('detail.voucherHint')}
        use="settlementVoucher"
        value={ids}
        error={problems.voucherFileId}
        onChange={(next) => {
          setIds(next)
          setProblems({})
        }}
      />
      <Group justify="flex-end" mt="xs">
        <Button disabled={ids.length === 0} loading={isPending} onClick={() => void save()}>
          {t('action.saveVoucher')}
        </Button>
      </Group>
    </>
  )
}
