import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'

const there = ['present'] as const
const named = { name: z.string() }

export const channelImport = importEndpoints('channel', {
  into: ['渠道', 'channels'],
  schema: 'ChannelImport',
  there,
  named,
})

export const channelUvImport = importEndpoints('channelUv', {
  into: ['联登渠道', 'joint login channels'],
  schema: 'ChannelImport',
  there,
  named,
})
