import { type OrgCalls, org, orgUv } from '@kabao/contract/supply/org'

/** The lists that an organization can be in. */
export const orgLists = [
  { name: 'org', title: 'menu.org.list', calls: org },
  // The lists differ in the names of their endpoints and acts, on which the page does not depend.
  { name: 'orgUv', title: 'menu.org.uvList', calls: orgUv as unknown as OrgCalls },
] as const
