import { allPoints, endpoints, pointsOf } from '@kabao/contract/areas'
import { demoWords } from '@kabao/contract/demo.words'
import { codes } from '@kabao/contract/envelope'
import type { Endpoint } from '@kabao/contract/kernel'
import { inLanguage } from '@kabao/contract/language'
import { type MenuPage, menu, menuTree } from '@kabao/contract/menu'
import { type MenuNode, session } from '@kabao/contract/session'
import { type Account, type Role, roleOf, sees } from './accounts.ts'
import { specials } from './areas.ts'
import { generalAnswer } from './general.ts'
import { type Answer, type Call, Refused, respond } from './respond.ts'
import { Table } from './table.ts'
import { keepTable } from './tables.ts'

/** What answers each endpoint of the contract, by its name; an endpoint that the demo leaves out is not in it. */
const answers: ReadonlyMap<string, Answer> = new Map([
  ...[...new Set(endpoints.map(({ area }) => area))].flatMap(answersOf),
  [session.menu.name, ({ account }) => menuOf(roleOf(account as Account))],
])

function answersOf(area: string): [string, Answer][] {
  const own = endpoints.filter((endpoint) => endpoint.area === area)
  const special = specials[area] ?? {}
  const table = new Table(area, own, special)
  keepTable(table)
  const calls = (special.calls ?? {}) as Record<string, (call: Call, table: Table) => unknown>
  const without = (special.without ?? []) as readonly string[]
  return own.flatMap((endpoint): [string, Answer][] => {
    const key = endpoint.name.slice(area.length + 1)
    if (without.includes(key)) return []
    const call = calls[key]
    const answer = call ? (asked: Call) => call(asked, table) : generalAnswer(endpoint, table)
    return answer ? [[endpoint.name, answer]] : []
  })
}

/** Whether the demo does what an endpoint is for. */
export const isInDemo = ({ name }: Endpoint): boolean => answers.has(name)

const notInDemo: Answer = ({ language }) => {
  throw new Refused(codes.notFound, inLanguage(demoWords.tree.notInDemo, language))
}

/** Answers a request of the console as the service would; what the demo leaves out, it says so. */
export const answerRequest = (request: Request): Promise<Response> =>
  respond(request, ({ name }) => answers.get(name) ?? notInDemo)

/** The points of an area that open something in the demo: nobody is offered what nothing answers. */
const openPoints = (area: string): string[] =>
  pointsOf(area).filter((point) =>
    endpoints.some((endpoint) => endpoint.point === point && isInDemo(endpoint)),
  )

/** The menu of a role, without the pages of which the demo has nothing. */
export function menuOf(role: Role): MenuNode[] {
  const pages = menu.flatMap((section) => section.pages)
  const isEmpty = ({ areas }: MenuPage) => areas.length > 0 && areas.flatMap(openPoints).length === 0
  const left = new Set(pages.filter(isEmpty).map(({ name }) => name))
  return menuTree(openPoints, (name) => !left.has(name) && sees(role, name, allPoints()))
}
