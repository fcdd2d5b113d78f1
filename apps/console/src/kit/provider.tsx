import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Questions } from './form/confirm.tsx'
import { Messages } from './message/messages.tsx'
import { useScheme } from './theme/scheme.ts'
import { theme } from './theme/theme.ts'

/** Everything that the parts of the kit need around them; mounted once, at the root. */
export function KitProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme((state) => state.scheme)
  return (
    // The variables and classes are in the style sheets (`theme/look.css`), because the content security policy allows no style
    // element.
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      // Otherwise Mantine would show its own scheme for one frame.
      defaultColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
      <Messages />
      <Questions />
    </MantineProvider>
  )
}
