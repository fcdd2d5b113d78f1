import '@mantine/core/styles/Menu.layer.css'
import { Menu as MantineMenu } from '@mantine/core'

export const Menu = MantineMenu

/** Renders a menu in `main`, so that its button's container does not clip it and it stays inside a landmark. */
export const insideMain = () => ({
  portalProps: { target: document.querySelector<HTMLElement>('main') ?? document.body },
})

/** For a menu whose target only marks a position: the button that opens the menu has the ARIA roles itself. */
export const atPlace = () => ({ ...insideMain(), withRoles: false })
