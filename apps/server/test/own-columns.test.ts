import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { endpoints } from '@kabao/contract/app/areas'
import { isSettingKey, settingKeys } from '@kabao/contract/operations/setting'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '#platform/base/paths'
import { startApp } from './harness.ts'
import { snake } from './machines/rows.ts'

const app = startApp()

/**
 * The fields of forms that change nothing but what is shown, and what they are for. A new one is an address that nobody calls or a
 * limit that nobody keeps, unless there is a reason.
 */
const onlyShown: Readonly<Record<string, string>> = {
  'adjustment.link_kind': 'what it corrects, for who reviews it; it must exist',
  'adjustment.note': 'the reason of a refusal, for who filed it',
  'change_request.note': 'the reason of a refusal, for who filed it',
  'channel.contact_name': 'for colleagues',
  'channel.contact_phone': 'for colleagues',
  'collection.remark': 'for colleagues',
  'error_event.issue_url': 'a link for colleagues',
  'org.contact_name': 'for colleagues',
  'org.contact_phone': 'for colleagues',
  'org.licence_no': 'for colleagues',
  'org.remark': 'for colleagues',
  'plan.remark': 'for colleagues',
  'pool_link.batch_id': 'a filter of the list',
  'product.face_fen': 'what is sold; the price decides what is paid',
  'product.remark': 'for colleagues',
  'product.summary': 'a text about what is sold',
  'product.valid_days': 'what is sold; the organization keeps it',
  'push_plan.remark': 'for colleagues',
  'recharge.note': 'the reason of a refusal, for who filed it',
  'recharge.voucher_file_id': 'a picture for who reviews it',
  'saved_view.columns': 'how a list looks, which the console alone knows',
}

/** Files that fill and show the pages of an area. */
const ofPages = /^(routes|queries|export|show|masked|rows|lists?|batch|view)\.ts$/
/** Code that makes up rows, and code that no row decides about. */
const apart = /\.test\.tsx?$|(^|\/)test\/|^(demo|cli)\/|^platform\/db\/schema\.ts$/

test('every field that a person fills in is read by more than its own page, or has a reason to be only shown', async () => {
  const { columns, functions } = await database()
  const sources = [...(await files()), ...functions].map((text) => ({
    words: new Set(text.match(/\w+/g)),
    quoted: new Set(text.match(/'\w+'/g)),
  }))
  // A read names the column as the database does, or in quotes for the query builder; checks of what was typed do neither.
  const isRead = (table: string, column: string) =>
    sources.some(
      ({ words, quoted }) =>
        (words.has(column) && (words.has(table) || words.has(camel(table)))) ||
        (quoted.has(`'${camel(column)}'`) && quoted.has(`'${camel(table)}'`)),
    )
  const unread = fieldsOfForms(columns).filter(([table, column]) => !isRead(table, column))
  expect(unread.map(([table, column]) => `${table}.${column}`).sort()).toEqual(Object.keys(onlyShown).sort())
})

test('every setting is read by more than the page of the settings', async () => {
  const ofOthers = (name: string) => !name.includes('/areas/setting/')
  const readers = [
    ...(await textsIn('apps/server/src', ofOthers)),
    ...(await textsIn('apps/console/src', ofOthers)),
  ]
  const unread = settingKeys.filter((key) => !readers.some((text) => text.includes(`'${key}'`)))
  expect(unread).toEqual([])
})

test('every field that may be sent is read by the service', async () => {
  const words = new Set((await textsIn('apps/server/src')).flatMap((text) => text.match(/\w+/g) ?? []))
  const sent = endpoints.flatMap(({ body, query }) =>
    [body, query].flatMap((each) => (each ? fieldsIn(each) : [])),
  )
  const unread = [...new Set(sent)].filter((field) => !words.has(field) && !isSettingKey(field))
  // How a list looks, which the console alone knows, is kept as it is.
  expect(unread).toEqual(['density'])
})

/** The fields of answers that the console does not show, and what they are for. */
const notShown: Readonly<Record<string, string>> = {
  askedById: 'who it is, beside the name',
  handledById: 'who it is, beside the name',
  oursId: 'which of our rows it is, beside its number',
  replacedAt: 'when the secret was replaced, beside when it ends',
  beatAt: 'a fact that a judgment of the page of operation is made of',
  clockMs: 'a fact that a judgment of the page of operation is made of',
  risks: 'a fact that a judgment of the page of operation is made of',
  failedAt: 'a fact that a judgment of the page of operation is made of',
  missingFiles: 'a fact that a judgment of the page of operation is made of',
  cipher: 'a part of a template, which is edited as a whole',
  iv: 'a part of a template, which is edited as a whole',
}

test('every field of an answer is used by the console, or has a reason not to be', async () => {
  const words = new Set((await textsIn('apps/console/src')).flatMap((text) => text.match(/\w+/g) ?? []))
  const fields = new Set<string>()
  for (const { name, answer } of endpoints) {
    // Numbers by state, and by the label of a row of an import, are shown for all states and labels.
    if (name.endsWith('.counts') || /import/i.test(name)) continue
    for (const field of fieldsIn(answer)) fields.add(field)
  }
  expect(fields.size).toBeGreaterThan(600)
  const unused = [...fields].filter((field) => !words.has(field) && !isSettingKey(field))
  expect(unused.sort()).toEqual(Object.keys(notShown).sort())
})

/** The names of all fields in a schema, at any depth. */
function fieldsIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { shape = {}, ...def } = schema._zod.def as { shape?: Record<string, z.core.$ZodType> }
  const inside = [...Object.values(shape), ...Object.values(def).flat()].filter(isSchema)
  return [...Object.keys(shape), ...inside.flatMap((each) => fieldsIn(each, seen))]
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Table and column of each field of the bodies that add or change a row, where the field has a column of its own. */
function fieldsOfForms(columns: ReadonlySet<string>): [table: string, column: string][] {
  const found = new Map<string, [string, string]>()
  for (const { area, kind, body } of endpoints) {
    if (kind !== 'write' || !(body instanceof z.ZodObject)) continue
    for (const field of Object.keys(body.shape)) {
      const [table, column] = [snake(area.replace(/Uv$/, '')), snake(field)]
      const name = `${table}.${column}`
      if (columns.has(name) && !['id', 'version'].includes(column)) found.set(name, [table, column])
    }
  }
  expect(found.size).toBeGreaterThan(150)
  return [...found.values()]
}

/** The columns of the database as `table.column`, and the texts of its functions. */
async function database(): Promise<{ columns: Set<string>; functions: string[] }> {
  const columns = await app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const functions = await app.pool.query<{ text: string }>(
    `select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return {
    columns: new Set(columns.rows.map(({ name }) => name)),
    functions: functions.rows.map(({ text }) => text),
  }
}

/** The texts of the files of the service that do more than show a page. */
const files = () =>
  textsIn('apps/server/src', (name) => !(name.includes('/areas/') && ofPages.test(basename(name))))

/** The texts of the files in a folder of sources that are neither tests nor made-up. */
async function textsIn(folder: string, isMeant = (_name: string) => true): Promise<string[]> {
  const root = join(repositoryRoot, folder)
  const names = (await readdir(root, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !apart.test(name) && isMeant(name),
  )
  return Promise.all(names.map((name) => readFile(join(root, name), 'utf8')))
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
