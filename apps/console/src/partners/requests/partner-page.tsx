import { id as idSchema } from '@kabao/contract/kernel/kernel'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'

/** A page about one record of one of these lists, which the address names: `?list=channel&id=5`. */
export function PartnerPage<L extends { name: string }>({
  lists,
  children: show,
}: {
  lists: readonly L[]
  children: (of: L, id: string) => ReactNode
}) {
  const search = new URLSearchParams(useLocation().search)
  const of = lists.find(({ name }) => name === search.get('list'))
  const id = idSchema.safeParse(search.get('id'))
  return of && id.success ? show(of, id.data) : <Navigate to="/exception/404" replace />
}
