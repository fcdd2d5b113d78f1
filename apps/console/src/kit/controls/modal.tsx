import '@mantine/core/styles/Modal.layer.css'
import { Modal as MantineModal, type ModalProps } from '@mantine/core'
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
  useFocusReturn(root.opened && root.returnFocus !== false)
  return (
    <MantineModal.Root {...root}>
      <MantineModal.Overlay />
      <MantineModal.Content aria-label={label} ref={(dialog) => dialog?.setAttribute('role', role)}>
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
