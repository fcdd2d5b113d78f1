import { id as idSchema } from '@kabao/contract/kernel/kernel'
import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Values = Readonly<Record<string, string | null>>

/** Reads and writes query parameters beside those of the list; null removes a parameter. */
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

/** The parameters of open details besides their id. */
const ofDetails: readonly string[] = ['tab']

/**
 * The id of the record whose details are open, kept in the address for a reload or a link. A value that is no id counts as none.
 * @param parts the parameters that belong to the open details, which are removed when they close; the same list at every render
 */
export function useOpen(parts: readonly string[] = ofDetails) {
  const { read, write } = useAddress()
  const named = read('open')
  const open = useCallback((id: string) => write({ open: id }, false), [write])
  /** Opens the details of another record without a new history entry. */
  const turnTo = useCallback((id: string) => write({ open: id }, true), [write])
  const close = useCallback(
    () => write({ open: null, ...Object.fromEntries(parts.map((part) => [part, null])) }, true),
    [write, parts],
  )
  return { id: idSchema.safeParse(named).success ? named : null, open, turnTo, close }
}

/** Which tab of the open details is shown, also kept in the address. Without a parameter it is the first. */
export function useOpenTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: string | null) => void] {
  const { read, write } = useAddress()
  const named = read('tab')
  const choose = useCallback(
    (tab: string | null) => write({ tab: tab === tabs[0] ? null : tab }, true),
    [write, tabs],
  )
  return [tabs.find((tab) => tab === named) ?? tabs[0], choose]
}

/** The id of what else is open on the page, kept in the address under a name for a reload or a link; null: nothing. */
export function useOpenId(name: string): [id: string | null, set: (id: string | null) => void] {
  const { read, write } = useAddress()
  const named = read(name)
  const set = useCallback((id: string | null) => write({ [name]: id }, true), [write, name])
  return [idSchema.safeParse(named).success ? named : null, set]
}

/** Whether a part of the page is open, kept in the address under its name for a reload or a link. */
export function useOpenPart(name: string): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const { read, write } = useAddress()
  const set = useCallback(
    (isOpen: boolean) => write({ [name]: isOpen ? 'open' : null }, !isOpen),
    [write, name],
  )
  return [read(name) === 'open', set]
}

/** A text of the page in the address under a name, such as which figure a chart shows; null: the usual one. */
export function useNamed(name: string): [value: string | null, set: (value: string | null) => void] {
  const { read, write } = useAddress()
  const set = useCallback((value: string | null) => write({ [name]: value }, true), [write, name])
  return [read(name), set]
}
