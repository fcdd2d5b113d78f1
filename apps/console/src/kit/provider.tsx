import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Questions } from './form/confirm.tsx'
import { Messages } from './message/messages.tsx'
import { useScheme } from './theme/scheme.ts'
import { theme } from './theme/theme.ts'

/** What every part of the kit expects around it; once, at the root. */
export function KitProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme((state) => state.scheme)
  return (
    // The variables and classes are in the style sheets (`theme/look.css`): the policy allows no style element.
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      // For one frame it would show its own otherwise.
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
