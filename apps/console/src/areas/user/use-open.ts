import { id as idSchema } from '@kabao/contract/kernel'
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Whose details are open: the address says it, so that a reload and a link keep it. Anything but an id is nobody. */
export function useOpen() {
  const location = useLocation()
  const navigate = useNavigate()
  const latest = useRef(location)
  latest.current = location
  const named = new URLSearchParams(location.search).get('open')

  const go = useCallback(
    (id: string | null) => {
      const search = new URLSearchParams(latest.current.search)
      if (id === null) search.delete('open')
      else search.set('open', id)
      void navigate(
        { search: `?${search}` },
        { replace: id === null, state: latest.current.state, preventScrollReset: true },
      )
    },
    [navigate],
  )
  const close = useCallback(() => go(null), [go])
  return { id: idSchema.safeParse(named).success ? named : null, open: go, close }
}
