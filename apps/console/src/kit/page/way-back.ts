import { useCallback, useContext } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { giveUp, PageScope } from '../session/unsaved.ts'

/** Where a page leads back to: an address of the tab from which the reader came. */
interface Back {
  to: string
  tab: string
}

/** Leads to another page that can lead back to this one as it is now. */
export function useLeadTo(): (to: string) => void {
  const navigate = useNavigate()
  const location = useLocation()
  const tab = useContext(PageScope)
  const to = createPath(location)
  return useCallback(
    (address: string) => void navigate(address, { state: { back: { to, tab } satisfies Back } }),
    [navigate, to, tab],
  )
}

/**
 * Closes this page and discards what is unsaved on it; the reader comes back to where they were.
 * @param otherwise the address for who came by a link or typed the address
 */
export function useLeave(otherwise: string): (opened?: string) => void {
  const navigate = useNavigate()
  const back = (useLocation().state as { back?: Back } | null)?.back
  const page = useContext(PageScope)
  /** @param opened the id of the record whose details open there */
  return (opened) => {
    giveUp([page])
    const [path = '', search = ''] = (back?.to ?? otherwise).split('?')
    const params = new URLSearchParams(search)
    if (opened !== undefined) params.set('open', opened)
    const found = params.toString()
    const tab = back && { tab: back.tab }
    void navigate(found ? `${path}?${found}` : path, { state: { ...tab, leaves: page } })
  }
}
