import '@mantine/core/styles/Modal.layer.css'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useCallback } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A dialog in the middle. Its name and role stand on the dialog itself, where Mantine puts them on what lies around it;
 * closed, it gives the focus back.
 */
export function Modal({
  title,
  withCloseButton = true,
  closeButtonProps,
  'aria-label': label,
  role = 'dialog',
  children,
  ...root
}: ModalProps) {
  // One function for as long as the role is: another one each time would begin the trap of the focus anew at every key.
  const mark = useCallback((dialog: HTMLDivElement | null) => dialog?.setAttribute('role', role), [role])
  useFocusReturn(root.opened && root.returnFocus !== false)
  return (
    <MantineModal.Root {...root}>
      <MantineModal.Overlay />
      <MantineModal.Content aria-label={label} ref={mark}>
        {(title || withCloseButton) && (
          <MantineModal.Header role="none">
            {title && <MantineModal.Title>{title}</MantineModal.Title>}
            {withCloseButton && <MantineModal.CloseButton {...closeButtonProps} />}
          </MantineModal.Header>
        )}
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
