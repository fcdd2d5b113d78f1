import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { areaPages } from '../areas.ts'

type Load = () => Promise<{ default: ComponentType }>

const exception: Load = () => import('../results/exception.tsx')

/** Pages that belong to no area. */
const own: Readonly<Record<string, Load>> = {
  home: () => import('../home/page.tsx'),
  Info: () => import('#access/areas/account/center/page.tsx'),
  Setting: () => import('#access/areas/account/settings/page.tsx'),
  password: () => import('../password/page.tsx'),
  secondFactor: () => import('../second-factor/page.tsx'),
  message: () => import('#operations/areas/message/page.tsx'),
  ExportCenter: () => import('#operations/areas/export-task/mine.tsx'),
  ReportWatch: () => import('#statistics/watch-lists.tsx'),
  ChannelDetail: () => import('#supply/areas/channel/detail-page.tsx'),
  ChannelGuide: () => import('#supply/areas/channel/guide-page.tsx'),
  ChannelPostback: () => import('#reach/areas/postback/page.tsx'),
  ChannelRequests: () => import('#supply/areas/channel/requests-page.tsx'),
  ChannelSigning: () => import('#supply/areas/channel/signing-page.tsx'),
  SettlementPrint: () => import('#ledger/areas/settlement/print-page.tsx'),
  OrgDetail: () => import('#supply/areas/org/detail-page.tsx'),
  OrgConnection: () => import('#supply/areas/org/connection-page.tsx'),
  OrgGuide: () => import('#supply/areas/org/guide-page.tsx'),
  OrgRequests: () => import('#supply/areas/org/requests-page.tsx'),
  OrgSigning: () => import('#supply/areas/org/signing-page.tsx'),
  OrgWebhook: () => import('#reach/areas/webhook/page.tsx'),
  PlanEdit: () => import('#supply/areas/plan/edit-page.tsx'),
  Success: () => import('../results/success.tsx'),
  Error: () => import('../results/error.tsx'),
  '403': exception,
  '404': exception,
  '500': exception,
}
/** Of every page; a test holds that the menu has no other. */
const loads: Readonly<Record<string, Load>> = {
  ...own,
  ...Object.fromEntries(areaPages.map(({ name, load }) => [name, load])),
}
const loadOf = (name: string): Load => loads[name] ?? exception

const made = new Map<string, LazyExoticComponent<ComponentType>>()

/** The component of a page, loaded when it is first shown. */
export function pageOf(name: string): ComponentType {
  const known = made.get(name)
  if (known) return known
  const page = lazy(() =>
    loadChunk(loadOf(name)).catch((error: unknown) => {
      // React would keep the failure; deleting it lets the next try load again.
      made.delete(name)
      throw error
    }),
  )
  made.set(name, page)
  return page
}

/** Pages whose files are loaded or being loaded: searching for them again would cost more than the navigation. */
const fetched = new Set<string>()

/** Fetches a page's file ahead of time. */
export function preload(name: string): void {
  if (fetched.has(name)) return
  fetched.add(name)
  loadOf(name)().catch(() => fetched.delete(name))
}
