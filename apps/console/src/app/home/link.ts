import { pathOfPage } from '@kabao/contract/app/menu'
import type { HomeLink } from '@kabao/contract/statistics/home'

/** The address of a page with its filters. */
export const linkTo = ({ name, query }: HomeLink): string => {
  const filters = new URLSearchParams(query).toString()
  return `${pathOfPage(name)}${filters && `?${filters}`}`
}
