import type { ChannelRow } from '@kabao/contract/supply/channel'
import type { channelMachine } from '@kabao/contract/supply/channel-machine'
import type { z } from 'zod'
import { notFound } from '#platform/base/problem'
import type { Entity } from '#platform/machines/entity'
import { type List, lists } from './lists.ts'
import { findChannels, ofOwner, rowsOfChannels } from './queries.ts'
import { showRow } from './show.ts'

type Filter = z.output<List['calls']['enableMatching']['body']>['filter']

/** The rows of the state machine of a list. */
export const entityOf = (list: List): Entity<typeof channelMachine, ChannelRow, Filter> => ({
  machine: list.machine,
  table: 'channel',
  only: list.only,
  ofOwner,
  async show(db, id, { owner }) {
    const [row] = await findChannels(db, list, [id], owner)
    if (!row) throw notFound()
    return showRow(row)
  },
  filter: list.calls.enableMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfChannels(list, { ...filter, sort: 'createdAt' }, owner),
})

export const entities = lists.map(entityOf)
