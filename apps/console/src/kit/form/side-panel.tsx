import { formWords } from '@kabao/contract/kernel/form.words'
import type { ReactNode } from 'react'
import { Drawer } from '../controls/drawer.tsx'
import { useWords } from '../words/words.ts'
import { useAsked } from './confirm.tsx'

/** The details of one record, in a panel beside its list. */
export function SidePanel({
  title,
  isWide = false,
  onClose,
  children,
}: {
  title: string
  /** Whether it has two columns on a wide screen. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useWords(formWords)
  const isConfirming = useAsked(({ asked }) => asked !== null)
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={!isConfirming}
      position="right"
      size={`min(${isWide ? 1080 : 640}px, 100vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 150 }}
    >
      {children}
    </Drawer>
  )
}
