import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { type CollectionRow, collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { trialFen } from '@kabao/contract/payment/collection-trial'
import { lazy, Suspense, useState } from 'react'
import { ask, Button, Can, formatFen, useSend, useWords } from '#kit'
import { loadChunk } from '#kit/page/chunk.ts'

const TrialDialog = lazy(() => loadChunk(() => import('./trial-dialog.tsx')))

/** Tries the channel by an order of 0.01 yuan, after a question, and shows what was sent and answered. */
export function TrialButton({ of: { id, name } }: { of: Pick<CollectionRow, 'id' | 'name'> }) {
  const { t, language } = useWords(collectionWords)
  const [tried, setTried] = useState<AnswerOf<typeof collection.trial> | null>(null)
  const { mutateAsync, isPending } = useSend(collection.trial)
  const run = async () => {
    const amount = formatFen(trialFen, language)
    const isSure = await ask({
      title: t('trial.question', { name, amount }),
      text: t('trial.text'),
      action: t('trial.button'),
    })
    if (isSure) setTried(await mutateAsync({ params: { id } }))
  }
  return (
    <Can use={collection.trial}>
      <Button variant="default" loading={isPending} onClick={() => void run()}>
        {t('trial.button')}
      </Button>
      <Suspense>{tried && <TrialDialog name={name} trial={tried} onClose={() => setTried(null)} />}</Suspense>
    </Can>
  )
}
