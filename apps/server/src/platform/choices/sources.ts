import { sql } from 'kysely'
import type { ChoiceSource } from './source.ts'

/** Administrators. The user name is left out, because it is half of what a sign-in needs. */
export const adminChoices: ChoiceSource = {
  entity: 'admin',
  name: sql`t.name`,
  isDisabled: sql`t.status = 'disabled'`,
  texts: [sql`t.name`],
}

export const channelChoices: ChoiceSource = {
  entity: 'channel',
  name: sql`t.name`,
  code: sql`t.code`,
  isDisabled: sql`t.status = 'disabled'`,
  texts: [sql`t.name`, sql`t.code`],
  owner: sql`t.owner_id`,
}

export const orgChoices: ChoiceSource = {
  entity: 'org',
  name: sql`t.name`,
  code: sql`t.code`,
  isDisabled: sql`t.status = 'disabled'`,
  texts: [sql`t.name`, sql`t.short_name`, sql`t.code`],
}

export const planChoices: ChoiceSource = {
  entity: 'plan',
  joins: sql`join org on org.id = t.org_id`,
  name: sql`t.name`,
  hint: sql`org.name`,
  isDisabled: sql`t.status = 'ended'`,
  texts: [sql`t.name`],
  parent: { source: orgChoices, id: sql`t.org_id` },
}

export const productChoices: ChoiceSource = {
  entity: 'product',
  joins: sql`left join org on org.id = t.org_id`,
  name: sql`t.name`,
  hint: sql`coalesce(org.name, '')`,
  isDisabled: sql`t.status = 'offSale'`,
  texts: [sql`t.name`],
}

export const collectionChoices: ChoiceSource = {
  entity: 'collection',
  name: sql`t.name`,
  isDisabled: sql`t.status = 'disabled'`,
  texts: [sql`t.name`],
}

export const roleChoices: ChoiceSource = {
  entity: 'role',
  name: sql`t.name`,
  isDisabled: sql`false`,
  texts: [sql`t.name`],
}

/** Salesmen; whoever left is marked as disabled. */
export const salesmanChoices: ChoiceSource = {
  entity: 'salesman',
  joins: sql`left join sales_team team on team.id = t.team_id`,
  name: sql`t.name`,
  hint: sql`coalesce(team.name, '')`,
  isDisabled: sql`t.status = 'left'`,
  texts: [sql`t.name`],
}

export const salesTeamChoices: ChoiceSource = {
  entity: 'sales_team',
  name: sql`t.name`,
  isDisabled: sql`false`,
  texts: [sql`t.name`],
}

export const leadPoolChoices: ChoiceSource = {
  entity: 'lead_pool',
  joins: sql`left join sales_team team on team.id = t.team_id`,
  name: sql`t.name`,
  hint: sql`coalesce(team.name, '')`,
  isDisabled: sql`false`,
  texts: [sql`t.name`],
}

/** Every entity whose records can be chosen. */
export const choiceSources: readonly ChoiceSource[] = [
  adminChoices,
  channelChoices,
  leadPoolChoices,
  collectionChoices,
  orgChoices,
  planChoices,
  productChoices,
  roleChoices,
  salesmanChoices,
  salesTeamChoices,
]
