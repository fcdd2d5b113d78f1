import type { ApiKeyCalls, ShownOnce } from '@kabao/contract/partners/api-key'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSend } from '#kit/call/query.ts'

const KeyOnce = lazy(() => import('./key-once.tsx'))

interface KeyMaker {
  make: (isSandbox: boolean) => Promise<void>
  isPending: boolean
  /** Shows a secret that was made elsewhere. */
  show: (made: ShownOnce) => void
  /** The secret of a new key, which is shown once. */
  shown: ReactNode
}

/** Makes keys of a partner. @param id the id of the partner */
export function useMakeKey(calls: Pick<ApiKeyCalls, 'makeKey'>, id: string): KeyMaker {
  const [made, setMade] = useState<ShownOnce | null>(null)
  const { mutateAsync, isPending } = useSend(calls.makeKey)
  return {
    make: async (isSandbox) => {
      const shown = await mutateAsync({ params: { id }, body: { isSandbox } }).catch(() => null)
      if (shown) setMade(shown)
    },
    isPending,
    show: setMade,
    shown: <Suspense>{made && <KeyOnce made={made} onClose={() => setMade(null)} />}</Suspense>,
  }
}
