import type { Words } from '../kernel/language.ts'
import { machine } from '../kernel/machine.ts'

/** The states of channels. Each of the two lists has its own acts and permission points. */
const machineOf = <const N extends string>(name: N, [zh, en]: Words) =>
  machine({
    name,
    states: {
      enabled: { words: ['启用', 'Enabled'], tone: 'good' },
      disabled: { words: ['停用', 'Disabled'], tone: 'over' },
    },
    start: 'enabled',
    acts: {
      enable: {
        from: ['disabled'],
        to: 'enabled',
        summary: [`启用${zh}`, `Enable ${en}`],
        button: ['启用', 'Enable'],
        done: ['已启用', 'Enabled'],
        several: {
          button: ['批量启用', 'Enable'],
          title: ['启用选中的 {{count}} 个渠道？', 'Enable {{count}} selected {{count, channel|channels}}?'],
          text: ['已启用的渠道不受影响。', 'Channels that are enabled already stay as they are.'],
        },
        all: true,
      },
      disable: {
        from: ['enabled'],
        to: 'disabled',
        summary: [`停用${zh}`, `Disable ${en}`],
        button: ['停用', 'Disable'],
        done: ['已停用', 'Disabled'],
        question: {
          title: ['停用这个渠道？', 'Disable this channel?'],
          text: [
            '停用后不再接收它带来的用户，已有用户不受影响。',
            'It can bring no more users. The users that it brought stay as they are.',
          ],
        },
        isDanger: true,
        several: {
          button: ['批量停用', 'Disable'],
          title: ['停用选中的 {{count}} 个渠道？', 'Disable {{count}} selected {{count, channel|channels}}?'],
          text: ['停用后不再接收它们带来的用户。', 'They can bring no more users.'],
        },
        all: true,
      },
    },
    serviceActs: {},
  })

export const channelMachine = machineOf('channel', ['渠道', 'channels'])
export const channelUvMachine = machineOf('channelUv', ['联登渠道', 'joint login channels'])
