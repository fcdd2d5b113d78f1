import { lead } from '@kabao/contract/crm/lead'
import { push } from '@kabao/contract/engine/push'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { ledger } from '@kabao/contract/ledger/ledger'
import { recharge } from '@kabao/contract/ledger/recharge'
import { settlement } from '@kabao/contract/ledger/settlement'
import { order } from '@kabao/contract/payment/payment-order'
import { channel, channelUv } from '@kabao/contract/supply/channel'
import { org, orgUv } from '@kabao/contract/supply/org'
import { plan, planUv } from '@kabao/contract/supply/plan'
import { currentLanguage, formatFen } from '#kit'

/** Records of one kind, each of which is found by its number. */
export interface Numbered {
  kind: 'push' | 'order' | 'transfer' | 'plan' | 'org' | 'channel' | 'recharge' | 'settlement' | 'lead'
  get: Endpoint
  /** The page that opens it. */
  page: string
  nameOf(row: object): readonly (string | null | undefined)[]
}

const numbered = <E extends Endpoint>(
  kind: Numbered['kind'],
  get: E,
  page: string,
  nameOf: (row: AnswerOf<E>) => readonly (string | null | undefined)[],
) => ({ kind, get, page, nameOf }) as unknown as Numbered

const yuan = (fen: number) => formatFen(fen, currentLanguage())
const named = ({ name, code }: { name: string; code?: string }) => [name, code]

/** Numbers that begin with the time; people paste them to each other. */
export const longNumber = /^[1-9]\d{15,18}$/
/** What may be an ID number, right or mistyped: six digits, a day, and four more. It must not be in the address of a call. */
export const likeIdNumber = /^\d{6}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/

export const byLongNumber: readonly Numbered[] = [
  numbered('push', push.get, 'PlanPushList', ({ orgName, phone }) => [orgName, phone]),
  numbered('order', order.get, 'PayConfigOrderList', ({ productName, amountFen }) => [
    productName,
    yuan(amountFen),
  ]),
  numbered('transfer', ledger.get, 'FinanceLedger', ({ orgName, channelName, amountFen }) => [
    orgName ?? channelName,
    yuan(amountFen),
  ]),
]

export const byShortNumber: readonly Numbered[] = [
  numbered('plan', plan.get, 'PlanList', named),
  numbered('plan', planUv.get, 'PlanUvList', named),
  numbered('org', org.get, 'OrgList', named),
  numbered('org', orgUv.get, 'OrgUvList', named),
  numbered('channel', channel.get, 'ChannelList', named),
  numbered('channel', channelUv.get, 'ChannelUvList', named),
  numbered('lead', lead.get, 'CrmClue', ({ name }) => [name]),
  numbered('recharge', recharge.get, 'FinanceRecharge', ({ orgName, amountFen }) => [
    orgName,
    yuan(amountFen),
  ]),
  numbered('settlement', settlement.get, 'FinanceSettlement', ({ channelName, amountFen }) => [
    channelName,
    yuan(amountFen),
  ]),
]
