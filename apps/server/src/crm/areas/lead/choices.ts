import { sql } from 'kysely'
import { choosing } from '#platform/choices/answer'
import { channelChoices, leadPoolChoices, salesmanChoices } from '#platform/choices/sources'

const { owner: _, ...anyChannel } = channelChoices

/** The records that the filters and forms of leads choose from. The names of salesmen, pools and channels are in every row of the list. */
export const choiceRoutes = {
  salesmen: choosing(salesmanChoices, () => sql`t.status <> 'left'`),
  pools: choosing(leadPoolChoices),
  channels: choosing(anyChannel),
}
