import { id as idSchema } from '@kabao/contract/kernel'
import { Navigate, useLocation } from 'react-router'
import { GuidePage } from '#kit/guide/guide-page.tsx'
import { plainList, uvList } from './lists.ts'

/** The integration guide of the organization that the address names: `?list=org&id=5`. */
export default function OrgGuidePage() {
  const search = new URLSearchParams(useLocation().search)
  const of = [plainList, uvList].find(({ name }) => name === search.get('list'))
  const id = idSchema.safeParse(search.get('id'))
  if (!of || !id.success) return <Navigate to="/exception/404" replace />
  return (
    <GuidePage
      key={id.data}
      calls={of.calls}
      id={id.data}
      breadcrumb={['menu.org', of.title, 'menu.orgGuide']}
    />
  )
}
