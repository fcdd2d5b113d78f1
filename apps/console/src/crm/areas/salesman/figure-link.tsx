import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Anchor } from '#kit'

/** A figure of the list, which opens the details with the records behind it. */
export function FigureLink({ id, figure, children }: { id: string; figure: string; children: ReactNode }) {
  const search = new URLSearchParams(useLocation().search)
  search.set('open', id)
  search.set('figure', figure)
  return (
    <Anchor component={Link} to={{ search: `?${search}` }} preventScrollReset>
      {children}
    </Anchor>
  )
}
