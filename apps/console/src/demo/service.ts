import { type MenuNode, session } from '@kabao/contract/access/session'
import { allPoints, endpoints, pointsOf } from '@kabao/contract/app/areas'
import { demoWords } from '@kabao/contract/app/demo.words'
import { type MenuPage, menu, menuTree } from '@kabao/contract/app/menu'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { inLanguage } from '@kabao/contract/kernel/language'
import { type Account, type Role, roleOf, sees } from './accounts.ts'
import { specials } from './areas.ts'
import { generalAnswer } from './general.ts'
import { type Answer, type Call, Refused, respond } from './respond.ts'
import { Table } from './table.ts'
import { keepTable } from './tables.ts'

/** The handler of each endpoint by the endpoint's name, without the endpoints that the demo does not have. */
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
    const answer = call ? (request: Call) => call(request, table) : generalAnswer(endpoint, table)
    return answer ? [[endpoint.name, answer]] : []
  })
}

/** Whether the demo has an endpoint. */
export const isInDemo = ({ name }: Endpoint): boolean => answers.has(name)

const notInDemo: Answer = ({ language }) => {
  throw new Refused(codes.notFound, inLanguage(demoWords.tree.notInDemo, language))
}

/** Answers a request of the console like the service; endpoints that the demo does not have are refused with the reason. */
export const answerRequest = (request: Request): Promise<Response> =>
  respond(request, ({ name }) => answers.get(name) ?? notInDemo)

/** The permission points of an area that work in the demo, so that the console offers nothing else. */
const openPoints = (area: string): string[] =>
  pointsOf(area).filter((point) =>
    endpoints.some((endpoint) => endpoint.point === point && isInDemo(endpoint)),
  )

/** The menu of a role, without pages that the demo does not have. */
export function menuOf(role: Role): MenuNode[] {
  const pages = menu.flatMap((section) => section.pages)
  const isEmpty = ({ areas }: MenuPage) => areas.length > 0 && areas.flatMap(openPoints).length === 0
  const left = new Set(pages.filter(isEmpty).map(({ name }) => name))
  return menuTree(openPoints, (name) => !left.has(name) && sees(role, name, allPoints()))
}
