import { pathOfPage } from '@kabao/contract/app/menu'
import type { LinkTo } from './text.ts'

/** Links to pages of the console. @param publicUrl the address under which people reach it; null: it is not known, so nothing is linked */
export const linksOf =
  (publicUrl: string | null): LinkTo =>
  ({ name, query = {} }) => {
    const path = pathOfPage(name)
    if (publicUrl === null || path === undefined) return null
    const search = new URLSearchParams(query).toString()
    return `${publicUrl}${path}${search === '' ? '' : `?${search}`}`
  }
