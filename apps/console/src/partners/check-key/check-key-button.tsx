import { checkKey } from '@kabao/contract/partners/check-key'
import { checkKeyWords } from '@kabao/contract/partners/check-key.words'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#kit/controls/button.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'

const CheckKeys = lazy(() => import('./check-keys.tsx'))

/** The button of the check keys, for users with the permission. */
export default function CheckKeyButton({ size }: { size?: 'xs' }) {
  const { t } = useWords(checkKeyWords)
  const [isOpen, setOpen] = useState(false)
  if (!usePermission(checkKey.list)) return null
  return (
    <>
      <Button size={size} variant="default" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      <Suspense>{isOpen && <CheckKeys onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
