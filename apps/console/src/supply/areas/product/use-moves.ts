import type { BodyInput } from '@kabao/contract/kernel/kernel'
import type { ProductRow } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
import { useCallback } from 'react'
import { type List, message, type RowAct, useSend, useWords } from '#kit'
import { newKey } from '#kit/call/new-key.ts'
import type { ProductList } from './lists.ts'

type Move = ProductList['calls']['move']

/** A place in the list means something only while the list is in the order of the products. */
export const isInOrder = ({ sort }: Pick<List<ProductRow>, 'sort'>): boolean => sort === 'sort'

/** Moving a product to another place: as a call, and as further actions of a row. */
export function useMoves(use: Move) {
  const { t } = useWords(productWords)
  const { mutateAsync } = useSend(use)
  // Each move is one of its own, also after one whose answer was lost.
  const send = useCallback(
    (id: string, to: BodyInput<Move>) => mutateAsync({ params: { id }, body: to, key: newKey() }),
    [mutateAsync],
  )
  const moveTo = (to: 'top' | 'bottom') => ({
    key: to,
    use,
    label: t(`action.${to}`),
    run: ({ id }: ProductRow) =>
      void send(id, { to }).then(
        () => message.success(t(`action.${to}Done`)),
        () => undefined,
      ),
  })
  return {
    move: send,
    more: (list: List<ProductRow>): readonly RowAct<ProductRow>[] =>
      isInOrder(list) ? [moveTo('top'), moveTo('bottom')] : [],
  }
}
