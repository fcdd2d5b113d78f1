import '@mantine/core/styles/Menu.layer.css'
import { Menu as MantineMenu } from '@mantine/core'

export const Menu = MantineMenu

/** For a menu that must not be cut off by what its button lies in: its place in the page, which is a landmark. */
export const insideMain = () => ({
  portalProps: { target: document.querySelector<HTMLElement>('main') ?? document.body },
})

/** For a menu whose target is only the place where it opens: the button that asked says so itself. */
export const atPlace = () => ({ ...insideMain(), withRoles: false })
