import { feedback, feedbackStatuses } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import type { AnswerOf } from '@kabao/contract/kernel'
import { Can, ConfirmButton, message, type Selection, useSend, useWords, type WordsOf } from '#kit'

const acts = { take: feedback.takeMany, resolve: feedback.resolveMany, close: feedback.closeMany } as const

/** What can be done with all that match the filter. */
export const onAll = [
  { name: 'feedback.take', count: feedback.takeCount, use: feedback.takeMatching },
  { name: 'feedback.resolve', count: feedback.resolveCount, use: feedback.resolveMatching },
  { name: 'feedback.close', count: feedback.closeCount, use: feedback.closeMatching, isDanger: true },
] as const

/** What can be done with all that is selected, as far as the reader may. */
export function BatchActions({ selection }: { selection: Selection }) {
  return (
    <>
      <Batch act="take" selection={selection} />
      <Batch act="resolve" selection={selection} />
      <Batch act="close" selection={selection} />
    </>
  )
}

function Batch({ act, selection }: { act: keyof typeof acts; selection: Selection }) {
  const words = useWords(feedbackWords)
  const { t } = words
  const { mutateAsync } = useSend(acts[act])
  const count = selection.ids.length
  return (
    <Can use={acts[act]}>
      <ConfirmButton
        question={{
          title: t(`ask.${act}ManyTitle`, { count }),
          text: t(`ask.${act}ManyText`),
          action: t(`action.${act}Many`),
          isDanger: act === 'close',
          run: async () => {
            const answer = await mutateAsync({ body: { ids: [...selection.ids] } })
            selection.clear()
            tell(answer, words)
          },
        }}
      >
        {t(`action.${act}Many`)}
      </ConfirmButton>
    </Can>
  )
}

/** Says what was done, and of the rest why it was not. */
function tell(
  { done, skipped }: AnswerOf<typeof feedback.takeMany>,
  { t }: WordsOf<typeof feedbackWords.tree>,
): void {
  if (skipped.length === 0) {
    message.success(t('done.many', { count: done }))
    return
  }
  const ofStatus = feedbackStatuses.flatMap((status) => {
    const count = skipped.filter((each) => each.status === status).length
    return count > 0 ? [t('done.skippedState', { count, status: t(`status.${status}`) })] : []
  })
  const gone = skipped.filter(({ reason }) => reason === 'notFound').length
  const reasons = [...ofStatus, ...(gone > 0 ? [t('done.skippedGone', { count: gone })] : [])]
  message.info(
    t('done.someSkipped', { count: done, skipped: skipped.length, reasons: reasons.join('、') }),
    6000,
  )
}
