import type { Words } from '../kernel/language.ts'
import { machine, statesOf } from '../kernel/machine.ts'

/** The states of organizations. Each of the two lists has its own acts and permission points. */
const machineOf = <const N extends string>(name: N, [zh, en]: Words) =>
  machine({
    name,
    states: {
      paused: { words: ['已暂停', 'Paused'], tone: 'waiting' },
      enabled: { words: ['已启用', 'Enabled'], tone: 'good' },
      disabled: { words: ['已停用', 'Disabled'], tone: 'over' },
    },
    start: 'paused',
    acts: {
      enable: {
        from: ['paused', 'disabled'],
        to: 'enabled',
        summary: [`启用${zh}`, `Enable ${en}`],
        button: ['启用', 'Enable'],
        done: ['已启用', 'Enabled'],
        question: {
          title: ['启用这个机构？', 'Enable this organization?'],
          text: [
            '启用后，运行中的计划会立即向它推送用户。当前的协议版本将不能再修改，只能用新版本替换。',
            'Its running plans begin to send it users at once. The current agreement versions can then no longer be changed, only replaced.',
          ],
        },
        several: {
          button: ['批量启用', 'Enable'],
          title: [
            '启用选中的 {{count}} 个机构？',
            'Enable {{count}} selected {{count, organization|organizations}}?',
          ],
          text: [
            '运行中的计划会立即推送用户。已启用的机构不受影响。',
            'Running plans begin to send users at once. Organizations that are enabled already stay as they are.',
          ],
        },
        all: true,
      },
      pause: {
        from: ['enabled'],
        to: 'paused',
        summary: [`暂停${zh}`, `Pause ${en}`],
        button: ['暂停', 'Pause'],
        done: ['已暂停', 'Paused'],
        question: {
          title: ['暂停这个机构？', 'Pause this organization?'],
          text: [
            '暂停后不再向它推送新用户，已推送的不受影响。',
            'It gets no new users. What was sent already is not affected.',
          ],
        },
        several: {
          button: ['批量暂停', 'Pause'],
          title: [
            '暂停选中的 {{count}} 个机构？',
            'Pause {{count}} selected {{count, organization|organizations}}?',
          ],
          text: ['只有已启用的机构会被暂停。', 'Only organizations that are enabled are paused.'],
        },
        all: true,
      },
      disable: {
        from: ['enabled', 'paused'],
        to: 'disabled',
        summary: [`停用${zh}`, `Disable ${en}`],
        button: ['停用', 'Disable'],
        done: ['已停用', 'Disabled'],
        question: {
          title: ['停用这个机构？', 'Disable this organization?'],
          text: [
            '停用后不再向它推送用户，新的计划和产品也不能再选择它。余额不变。',
            'It gets no users, and new plans and products can no longer choose it. Its balance stays.',
          ],
        },
        isDanger: true,
        several: {
          button: ['批量停用', 'Disable'],
          title: [
            '停用选中的 {{count}} 个机构？',
            'Disable {{count}} selected {{count, organization|organizations}}?',
          ],
          text: ['停用后不再向它们推送用户，余额不变。', 'They get no users. Their balances stay.'],
        },
        all: true,
      },
    },
    serviceActs: {},
  })

export const orgMachine = machineOf('org', ['机构', 'organizations'])
export const orgUvMachine = machineOf('orgUv', ['联登机构', 'joint login organizations'])

/** The states of both lists; here, because a plan names them without the calls of organizations. */
export const orgStatuses = statesOf(orgMachine)
