import { inLanguage, type Language, type Words } from '@kabao/contract'
import { maskIdNumber, maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { AuditRow } from '@kabao/contract/operations/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { holds } from '#platform/callers/holds'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { blacklistPurpose, channelOfOwner } from '#users'
import { batchAct, blacklistKind, checkKeySlot, exportName, feedbackKind, settingName } from './labels.ts'

interface Reader {
  db: Db
  vault: Vault
  caller: Caller
  language: Language
}

/** The current name of a target, and the page that shows it. */
export interface Named {
  targetName: string | null
  link: AuditRow['link']
}
type Link = NonNullable<AuditRow['link']>
type Found = Readonly<Record<string, unknown>> & { id: string }

/** How the targets of one kind are named. */
interface Kind {
  /** The permission point that is needed to see the names. Default: none besides that of the audit log. */
  point?: string
  /** The rows with these ids that the reader may see. */
  find(ids: readonly string[], reader: Reader): RawBuilder<unknown>
  name(row: Found, reader: Reader): Words | string | null | undefined
  /** The page that shows the target. */
  link?(row: Found): Link
}

const given = (ids: readonly string[]) => sql`any(${ids}::bigint[])`
/** Limits rows to the reader's own if the reader's data scope is `own`. */
const ofOwner = (column: RawBuilder<unknown>, caller: Caller) =>
  caller.dataScope === 'own' ? sql`and ${column} = ${caller.adminId}` : sql``
const ofChannel = (column: RawBuilder<unknown>, caller: Caller) => {
  const conditions = channelOfOwner(column, ownerOf(caller))
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

const kinds: Readonly<Record<string, Kind>> = {
  user: {
    point: 'user:page',
    find: (ids, { caller }) =>
      sql`select id, name, phone from "user" where id = ${given(ids)} ${ofChannel(sql`channel_id`, caller)}`,
    name: ({ name, phone }) => (name ? maskName(name as string) : phone ? maskPhone(phone as string) : null),
    link: ({ id }) => ({ name: 'UserList', query: { open: id } }),
  },
  feedback: {
    point: 'feedback:page',
    find: (ids, { caller }) => sql`select f.id, f.kind from feedback f join "user" u on u.id = f.user_id
      where f.id = ${given(ids)} ${ofChannel(sql`u.channel_id`, caller)}`,
    name({ id, kind }, { language }) {
      const words = feedbackKind(kind as string)
      return `${words ? inLanguage(words, language) : kind} #${id}`
    },
    link: ({ id }) => ({ name: 'UserFeedbackList', query: { open: id } }),
  },
  blacklist: {
    point: 'blacklist:page',
    find: (ids, { caller }) => sql`select id, kind, value, value_sealed from blacklist
      where id = ${given(ids)} ${ofOwner(sql`created_by`, caller)}`,
    name({ kind, value, value_sealed: sealed }, { vault, language }) {
      const words = blacklistKind(kind as string)
      const shown =
        kind === 'phone'
          ? maskPhone(value as string)
          : kind === 'idNumber'
            ? maskIdNumber(vault.open(sealed as Buffer, blacklistPurpose))
            : (value as string)
      return `${words ? inLanguage(words, language) : kind} ${shown}`
    },
  },
  // Each of the two lists has its own point; a channel is seen by its owner too.
  channel: twin('channel', 'ChannelList', 'ChannelUvList', (caller) => ofOwner(sql`owner_id`, caller)),
  checkKey: {
    point: 'checkKey:list',
    find: (ids) => sql`select id, slot from check_key where id = ${given(ids)}`,
    name: ({ slot }) => checkKeySlot(slot as string),
  },
  org: twin('org', 'OrgList', 'OrgUvList'),
  plan: twin('plan', 'PlanList', 'PlanUvList'),
  pushPlan: {
    point: 'pushPlan:page',
    find: (ids, { caller }) =>
      sql`select id, name from push_plan where id = ${given(ids)} ${ofOwner(sql`created_by`, caller)}`,
    name: ({ name }) => name as string,
    link: ({ id }) => ({ name: 'PlanPushList', query: { tab: 'plans', open: id } }),
  },
  pushTrouble: {
    point: 'pushTrouble:page',
    find: (ids, { caller }) =>
      sql`select t.id, t.push_id from push_trouble t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ push_id: pushId }) => `#${pushId}`,
  },
  pushReturn: {
    point: 'pushReturn:page',
    find: (ids, { caller }) =>
      sql`select t.id, t.push_id from push_return t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'PlanPushList', query: { tab: 'returns', open: id } }),
  },
  paymentResolution: {
    point: 'resolution:page',
    find: (ids, { caller }) =>
      sql`select t.id from payment_resolution t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'PayConfigSuspenseList', query: { tab: 'resolutions', open: id } }),
  },
  errorEvent: {
    point: 'errorEvent:page',
    find: (ids) => sql`select id, name from error_event where id = ${given(ids)}`,
    name: ({ id, name }) => `${name} #${id}`,
    link: ({ id }) => ({ name: 'ChartEventList', query: { open: id } }),
  },
  poolLink: {
    point: 'poolLink:page',
    find: (ids) => sql`select id, url from pool_link where id = ${given(ids)}`,
    name: ({ url }) => url as string,
    link: ({ id }) => ({ name: 'PayConfigPoolList', query: { open: id } }),
  },
  reconcile: {
    point: 'reconcile:page',
    find: (ids) => sql`select id, to_char(day, 'YYYY-MM-DD') as day from reconcile where id = ${given(ids)}`,
    name: ({ day }) => day as string,
    link: ({ id }) => ({ name: 'FinanceReconcile', query: { open: id } }),
  },
  difference: {
    point: 'difference:page',
    find: (ids, { caller }) =>
      sql`select t.id, t.shown from difference t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ shown }) => shown as string,
    link: ({ id }) => ({ name: 'FinanceReconcile', query: { tab: 'differences', open: id } }),
  },
  correction: {
    point: 'correction:page',
    find: (ids, { caller }) =>
      sql`select t.id from correction t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'FinanceReconcile', query: { tab: 'corrections', open: id } }),
  },
  recharge: {
    point: 'recharge:page',
    find: (ids) => sql`select id from recharge where id = ${given(ids)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'FinanceRecharge', query: { open: id } }),
  },
  adjustment: {
    point: 'adjustment:page',
    find: (ids, { caller }) =>
      sql`select t.id from adjustment t where t.id = ${given(ids)} and (t.org_id is not null or (true ${ofChannel(sql`t.channel_id`, caller)}))`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'FinanceRecharge', query: { tab: 'adjustments', open: id } }),
  },
  lead: {
    point: 'lead:page',
    find: (ids, { caller }) => sql`select id, name, phone from lead where id = ${given(ids)}
      ${caller.dataScope === 'own' ? sql`and salesman_id in (select s.id from salesman s where s.admin_id = ${caller.adminId})` : sql``}`,
    name: ({ name, phone }) => (name ? maskName(name as string) : phone ? maskPhone(phone as string) : null),
    link: ({ id }) => ({ name: 'CrmClue', query: { open: id } }),
  },
  leadPool: {
    point: 'leadPool:page',
    find: (ids) => sql`select id, name from lead_pool where id = ${given(ids)}`,
    name: ({ name }) => name as string,
  },
  salesman: {
    point: 'salesman:page',
    find: (ids, { caller }) =>
      sql`select id, name from salesman where id = ${given(ids)} ${ofOwner(sql`admin_id`, caller)}`,
    name: ({ name }) => name as string,
  },
  salesTeam: {
    point: 'salesTeam:page',
    find: (ids) => sql`select id, name from sales_team where id = ${given(ids)}`,
    name: ({ name }) => name as string,
  },
  collection: {
    point: 'collection:page',
    find: (ids) => sql`select id, name from collection where id = ${given(ids)}`,
    name: ({ name }) => name as string,
    link: ({ id }) => ({ name: 'PayConfigList', query: { open: id } }),
  },
  order: {
    point: 'order:page',
    find: (ids, { caller }) =>
      sql`select t.id from payment_order t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'PayConfigOrderList', query: { open: id } }),
  },
  settlement: {
    point: 'settlement:page',
    find: (ids, { caller }) => sql`select t.id, c.name from settlement t join channel c on c.id = t.channel_id
      where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id, name }) => `${name} #${id}`,
    link: ({ id }) => ({ name: 'FinanceSettlement', query: { open: id } }),
  },
  changeRequest: {
    point: 'changeRequest:page',
    find: (ids, { caller }) => sql`select t.id, t.target_name as name from change_request t
      where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ name }) => name as string,
    link: ({ id }) => ({ name: 'FinanceChangeList', query: { open: id } }),
  },
  push: {
    point: 'push:page',
    find: (ids, { caller }) =>
      sql`select t.id from push_record t where t.id = ${given(ids)} ${ofChannel(sql`t.channel_id`, caller)}`,
    name: ({ id }) => `#${id}`,
    link: ({ id }) => ({ name: 'PlanPushList', query: { open: id } }),
  },
  statementLink: {
    point: 'statement:page',
    find: (ids) => sql`select t.id, t.month, o.name from statement_link t join org o on o.id = t.org_id
      where t.id = ${given(ids)}`,
    name: ({ name, month }) => `${name} ${month}`,
  },
  reportAlert: mine('report_alert'),
  reportSchedule: mine('report_schedule'),
  product: twin('product', 'ProductList', 'ProductUvList'),
  admin: {
    point: 'admin:page',
    find: (ids) => sql`select id, name, username from admin where id = ${given(ids)}`,
    name: ({ name, username }) => (name === username ? (name as string) : `${name} (${username})`),
    link: ({ username }) => ({ name: 'AdminList', query: { username: username as string } }),
  },
  role: {
    point: 'role:page',
    find: (ids) => sql`select id, name, code from role where id = ${given(ids)}`,
    name: ({ name }) => name as string,
    link: ({ code }) => ({ name: 'AdminRoleList', query: { keyword: code as string } }),
  },
  exportTask: {
    find: (ids) => sql`select id, resource from export_task where id = ${given(ids)}`,
    name: ({ resource }) => exportName(resource as string),
  },
  batch: {
    find: (ids) => sql`select id, act from batch where id = ${given(ids)}`,
    name: ({ act }) => batchAct(act as string),
  },
  savedView: {
    find: (ids, { caller }) =>
      sql`select id, name from saved_view where id = ${given(ids)} and owner_id = ${caller.adminId}`,
    name: ({ name }) => name as string,
  },
}
/** What an administrator keeps alone. */
function mine(table: 'report_alert' | 'report_schedule'): Kind {
  return {
    find: (ids, { caller }) =>
      sql`select id, name from ${sql.table(table)} where id = ${given(ids)} and owner_id = ${caller.adminId}`,
    name: ({ name }) => name as string,
  }
}

/** Rows of a table that two lists share by flow, each with its own permission point. */
function twin(
  table: 'channel' | 'org' | 'plan' | 'product',
  page: string,
  uvPage: string,
  inScope: (caller: Caller) => RawBuilder<unknown> = () => sql``,
): Kind {
  return {
    find: (ids, { caller }) => {
      const flows = [
        ...(holds(caller, `${table}:page`) ? ['full', 'half'] : []),
        ...(holds(caller, `${table}Uv:page`) ? ['uv', 'city'] : []),
      ]
      return sql`select id, name, flow from ${sql.table(table)} where id = ${given(ids)}
        and flow = any(${flows}) ${inScope(caller)}`
    },
    name: ({ name }) => name as string,
    link: ({ id, flow }) => ({
      name: flow === 'uv' || flow === 'city' ? uvPage : page,
      query: { open: id },
    }),
  }
}

/** An import into any list. Only its sender sees the name of its file. */
const imported: Kind = {
  find: (ids, { caller }) =>
    sql`select id, file_name as name from import_task where id = ${given(ids)} and created_by = ${caller.adminId}`,
  name: ({ name }) => maskText(name as string),
}

const kindOf = (kind: string): Kind | undefined => (kind.endsWith('Import') ? imported : kinds[kind])

interface Target {
  targetKind: string | null
  targetId: string | null
}
const keyOf = ({ targetKind, targetId }: Target) => `${targetKind} ${targetId}`

/**
 * Finds the names of the targets of these entries, with one query by ids for each kind.
 * @returns a function that gives the name and link of an entry's target, as far as the reader may see them
 */
export async function namesOf(lines: readonly Target[], reader: Reader): Promise<(line: Target) => Named> {
  const names = new Map<string, Named>()
  const byKind = new Map<string, string[]>()
  for (const { targetKind, targetId } of lines)
    if (targetKind !== null && isId(targetId))
      byKind.set(targetKind, [...(byKind.get(targetKind) ?? []), targetId])
  await Promise.all(
    [...byKind].map(async ([targetKind, ids]) => {
      const kind = kindOf(targetKind)
      if (!kind || (kind.point !== undefined && !holds(reader.caller, kind.point))) return
      const { rows } = await sql<Found>`${kind.find([...new Set(ids)], reader)}`.execute(
        reader.db.withoutPlugins(),
      )
      for (const row of rows) {
        const name = kind.name(row, reader)
        const link = kind.link?.(row)
        names.set(keyOf({ targetKind, targetId: row.id }), {
          targetName: !name ? null : typeof name === 'string' ? name : inLanguage(name, reader.language),
          link: link && holds(reader.caller, link.name) ? link : null,
        })
      }
    }),
  )
  return (line) => names.get(keyOf(line)) ?? settingNamed(line, reader) ?? { targetName: null, link: null }
}

/** A setting needs no query, because its key gives its name. */
function settingNamed({ targetKind, targetId }: Target, { caller, language }: Reader): Named | undefined {
  const words = targetKind === 'setting' && targetId !== null ? settingName(targetId) : undefined
  if (!words) return undefined
  const mayOpen = holds(caller, 'setting:list') && holds(caller, 'AdminSetting')
  return {
    targetName: inLanguage(words, language),
    link: mayOpen ? { name: 'AdminSetting', query: {} } : null,
  }
}

const isId = (id: string | null): id is string => id !== null && /^\d{1,18}$/.test(id)
