import '@mantine/core/styles/Modal.layer.css'
import { formWords } from '@kabao/contract/kernel/form.words'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useCallback } from 'react'
import { useWords } from '../words/words.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useTopmost } from './use-topmost.ts'

/**
 * A dialog in the middle. Its accessible name and role are on the dialog element, while Mantine sets them on the element around
 * it. When the dialog closes, it returns the focus.
 */
export function Modal({
  title,
  withCloseButton = true,
  closeButtonProps,
  'aria-label': label,
  role = 'dialog',
  closeOnEscape = true,
  children,
  ...root
}: ModalProps) {
  const { t } = useWords(formWords)
  // Stable while the role does not change: a new function at each render would restart the focus trap at every key.
  const mark = useCallback((dialog: HTMLDivElement | null) => dialog?.setAttribute('role', role), [role])
  const isTopmost = useTopmost(root.opened)
  useFocusReturn(root.opened && root.returnFocus !== false)
  return (
    <MantineModal.Root {...root} closeOnEscape={closeOnEscape && isTopmost}>
      <MantineModal.Overlay />
      <MantineModal.Content aria-label={label} ref={mark}>
        {(title || withCloseButton) && (
          <MantineModal.Header role="none">
            {title && <MantineModal.Title>{title}</MantineModal.Title>}
            {withCloseButton && <MantineModal.CloseButton aria-label={t('close')} {...closeButtonProps} />}
          </MantineModal.Header>
        )}
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
