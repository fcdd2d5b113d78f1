import { longText, requiredText, type Words } from '@kabao/contract'
import { mostIps } from '@kabao/contract/kernel/ip'
import { fen, whole } from '@kabao/contract/kernel/money'
import { maskName, personName, phone } from '@kabao/contract/kernel/personal'
import { type ChannelRow, termProblems } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { channelImportWords, channelUvImportWords } from '@kabao/contract/supply/channel-import.words'
import { normalIpRange } from '#platform/base/ip-range'
import { choiceCell, moneyCell, numberCell, optionalCell, shareCell, textCell } from '#platform/imports/cells'
import type { ImportColumn, ImportRows, SentRow, Staged } from '#platform/imports/list-import'

export type Row = Pick<
  ChannelRow,
  | 'name'
  | 'flow'
  | 'settlement'
  | 'priceFen'
  | 'shareBp'
  | 'deductionBp'
  | 'dailyCap'
  | 'callsPerSecond'
  | 'contactName'
  | 'contactPhone'
  | 'remark'
> & {
  /** The normal form of each address and network, joined by commas, as they are staged. */
  allowedIps: string
}

const { flow, settlement, unlimited } = channelWords.tree
const isRequired = true
const share = whole(0, 10_000)

const ipsCell: ImportColumn<string> = {
  width: 30,
  empty: '',
  read(cell) {
    const ranges = cell
      .split(/[\s,，;；、]+/)
      .filter((part) => part !== '')
      .map(normalIpRange)
    if (ranges.some((range) => range === null)) return { problem: 'ipRanges' }
    const once = new Set(ranges)
    return once.size > mostIps ? { problem: 'tooMany' } : { value: [...once].join(',') }
  },
}

/** The columns of both lists. @param flows the words of the list's flows @param also further words for a settlement */
const columnsOf = (
  flows: Partial<typeof flow>,
  also: typeof channelImportWords.tree.alsoSettlement,
): ImportRows<Row>['columns'] => ({
  name: textCell(requiredText(60), { isRequired, width: 26 }),
  flow: choiceCell(flows as Record<Row['flow'], Words>, {}, { isRequired, width: 14 }),
  settlement: choiceCell(settlement, also, { isRequired, width: 24 }),
  priceFen: optionalCell(moneyCell(fen(), { width: 14 }), null),
  shareBp: optionalCell(shareCell(share, { width: 12 }), null),
  deductionBp: optionalCell(shareCell(share, { width: 12 }), 0),
  dailyCap: optionalCell(numberCell(whole(1, 1_000_000_000), { width: 12 }), null, unlimited),
  allowedIps: ipsCell,
  callsPerSecond: optionalCell(numberCell(whole(1, 1_000), { width: 12 }), null),
  contactName: { ...textCell(personName, { width: 16 }), mask: maskName },
  contactPhone: textCell(phone, { width: 16 }),
  remark: textCell(longText(500)),
})
/** What both lists have in common; a report shows no contact. */
const common = {
  check: termProblems,
  keyOf: ({ name, flow }: Row) => JSON.stringify([flow, name]),
  nameStaged: ({ name }: Staged) => ({ name }),
  nameSent: ({ name = '' }: SentRow) => ({ name }),
}

/** How a row of a file becomes a channel; the rules are those of the form. */
export const channelRows: ImportRows<Row> = {
  ...common,
  words: channelImportWords,
  columns: columnsOf({ full: flow.full, half: flow.half }, channelImportWords.tree.alsoSettlement),
}

export const channelUvRows: ImportRows<Row> = {
  ...common,
  words: channelUvImportWords,
  columns: columnsOf({ uv: flow.uv, city: flow.city }, channelUvImportWords.tree.alsoSettlement),
}
