import '@mantine/core/styles/Drawer.layer.css'
import { type DrawerProps, Drawer as MantineDrawer } from '@mantine/core'
import { useFocusReturn } from './use-focus-return.ts'
import { useTopmost } from './use-topmost.ts'

/** A dialog at an edge. Its accessible name is on the dialog element; when it closes, it returns the focus. */
export function Drawer({
  title,
  withCloseButton = true,
  closeButtonProps,
  'aria-label': label,
  closeOnEscape = true,
  children,
  ...root
}: DrawerProps) {
  const isTopmost = useTopmost(root.opened)
  useFocusReturn(root.opened && root.returnFocus !== false)
  return (
    <MantineDrawer.Root {...root} closeOnEscape={closeOnEscape && isTopmost}>
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
