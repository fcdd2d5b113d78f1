import { id as idSchema } from '@kabao/contract/kernel'
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Values = Readonly<Record<string, string | null>>

/** Names in the address beside those of the list; null takes one out. */
function useAddress() {
  const location = useLocation()
  const navigate = useNavigate()
  const latest = useRef(location)
  latest.current = location
  const write = useCallback(
    (values: Values, isReplacing: boolean) => {
      const search = new URLSearchParams(latest.current.search)
      for (const [name, value] of Object.entries(values)) {
        if (value === null) search.delete(name)
        else search.set(name, value)
      }
      void navigate(
        { search: `?${search}` },
        { replace: isReplacing, state: latest.current.state, preventScrollReset: true },
      )
    },
    [navigate],
  )
  return { read: (name: string) => new URLSearchParams(location.search).get(name), write }
}

/** Whose details are open: the address says it, so that a reload and a link keep it. Anything but an id is nobody. */
export function useOpen() {
  const { read, write } = useAddress()
  const named = read('open')
  const open = useCallback((id: string) => write({ open: id }, false), [write])
  /** Goes on to another without a step in the history. */
  const turnTo = useCallback((id: string) => write({ open: id }, true), [write])
  const close = useCallback(() => write({ open: null, tab: null }, true), [write])
  return { id: idSchema.safeParse(named).success ? named : null, open, turnTo, close }
}

/** Which tab of the open details is shown, in the address too. The first one is where nothing is said. */
export function useOpenTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: string | null) => void] {
  const { read, write } = useAddress()
  const named = read('tab')
  const choose = useCallback(
    (tab: string | null) => write({ tab: tab === tabs[0] ? null : tab }, true),
    [write, tabs],
  )
  return [tabs.find((tab) => tab === named) ?? tabs[0], choose]
}

/** Whether a part of the page is open, by its name in the address: a reload and a link keep it. */
export function useOpenPart(name: string): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const { read, write } = useAddress()
  const set = useCallback(
    (isOpen: boolean) => write({ [name]: isOpen ? 'open' : null }, !isOpen),
    [write, name],
  )
  return [read(name) === 'open', set]
}
