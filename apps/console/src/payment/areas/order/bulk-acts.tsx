import { order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { Can, ConfirmButton, message, type Selection, useSend, useWords } from '#kit'
import type { ActOnAll } from '#kit/batch/act.ts'

/** Orders that are paid are not asked about; whether the others can be is counted by the server. */
const canBeAsked = ({ status }: Readonly<Record<string, unknown>>) =>
  status === undefined || status === 'created' || status === 'closed'

/** The acts on all orders that match the filter. */
export const actsOnAll: ActOnAll[] = [
  { name: 'order.notify', count: order.notifyCount, use: order.notifyMatching },
  { name: 'order.ask', count: order.askCount, use: order.askMatching, isOffered: canBeAsked },
]

/** The acts on the selected orders. */
export function BulkActs({ selection }: { selection: Selection }) {
  return (
    <>
      <OnSelected use={order.notifyMany} name="notify" selection={selection} />
      <OnSelected use={order.askMany} name="ask" selection={selection} />
    </>
  )
}

function OnSelected({
  use,
  name,
  selection,
}: {
  use: typeof order.notifyMany | typeof order.askMany
  name: 'notify' | 'ask'
  selection: Selection
}) {
  const { t } = useWords(paymentOrderWords)
  const { mutateAsync } = useSend(use)
  const run = async (key: string) => {
    const { done, others } = await mutateAsync({ body: { ids: [...selection.ids] }, key })
    selection.clear()
    if (others === 0) message.success(t('several.done', { count: done }))
    else message.info(t('several.some', { count: done, others }), 6000)
  }
  return (
    <Can use={use}>
      <ConfirmButton
        question={{
          title: t(`${name}.titleMany`, { count: selection.ids.length }),
          text: t(name === 'ask' ? 'ask.text' : 'notify.textMany'),
          action: t(`${name}.button`),
          run,
        }}
      >
        {t(`${name}.button`)}
      </ConfirmButton>
    </Can>
  )
}
