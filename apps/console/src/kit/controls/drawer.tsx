import '@mantine/core/styles/Drawer.layer.css'
import { type DrawerProps, Drawer as MantineDrawer } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'

/** A dialog at an edge. Its accessible name is on the dialog element; when it closes, it returns the focus. */
export function Drawer({
  title,
  withCloseButton = true,
  closeButtonProps,
  'aria-label': label,
  children,
  ...root
}: DrawerProps) {
  useFocusReturn(root.opened && root.returnFocus !== false)
  return (
    <MantineDrawer.Root {...root}>
      <MantineDrawer.Overlay />
      <MantineDrawer.Content aria-label={label}>
        {(title || withCloseButton) && (
          <MantineDrawer.Header role="none">
            {title && <MantineDrawer.Title>{title}</MantineDrawer.Title>}
            {withCloseButton && <MantineDrawer.CloseButton {...closeButtonProps} />}
          </MantineDrawer.Header>
        )}
        <MantineDrawer.Body>{children}</MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
