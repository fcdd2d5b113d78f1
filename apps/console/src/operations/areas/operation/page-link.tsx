import { menu, pathOfPage } from '@kabao/contract/app/menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Anchor, usePermission } from '#kit'

interface PageLinkProps {
  /** The route name of the page. */
  page: string
  query?: Record<string, string>
  children: ReactNode
}

/** A link to another page, for a reader who may open it; for others only its text. */
export function PageLink({ page, query, children }: PageLinkProps) {
  const isOpen = usePermission(`${areaOf(page)}:page`)
  if (!isOpen) return children
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return (
    <Anchor component={Link} to={`${pathOfPage(page)}${search}`}>
      {children}
    </Anchor>
  )
}

/** The area whose list a page shows first. */
const areaOf = (name: string) =>
  menu.flatMap(({ pages }) => pages).find((page) => page.name === name)?.areas[0] ?? ''
